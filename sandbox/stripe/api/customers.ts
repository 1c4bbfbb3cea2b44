import { z } from 'zod';
import { dispatch, find, type Account } from '../account.ts';
import { newCustomer } from '../objects/customer.ts';
import { changedMetadata, expandable, metadata, optionalText, text } from '../parameters.ts';
import { add } from '../tables.ts';
import type { Customer } from '../wire.ts';
import { route, type Route } from './route.ts';

const address = z.strictObject({
  city: optionalText,
  country: optionalText,
  line1: optionalText,
  line2: optionalText,
  postal_code: optionalText,
  state: optionalText,
});

const emptyAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

const parameters = z.strictObject({
  ...expandable,
  address: z.union([z.literal('').transform(() => null), address]).optional(),
  description: optionalText,
  email: z.union([z.literal('').transform(() => null), z.email().max(512)]).optional(),
  metadata,
  name: optionalText,
  phone: optionalText,
  preferred_locales: z.array(text).optional(),
});

type Wish = z.output<typeof parameters>;

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', parameters, ({ account, cause }, wish) =>
    dispatch(account, cause, (emit) => {
      const customer = add(account.tables.customers, newCustomer(account.nowSeconds()));
      change(customer, wish);
      emit('customer.created', customer);
      return customer;
    }),
  ),
  route('GET', '/v1/customers/:id', z.strictObject(expandable), ({ account, id }) =>
    findCustomer(account, id),
  ),
  route('POST', '/v1/customers/:id', parameters, ({ account, cause, id }, wish) => {
    const customer = findCustomer(account, id);
    return dispatch(account, cause, (emit) => {
      const before = structuredClone(customer);
      change(customer, wish);
      const changes = Object.entries(before).filter(
        ([name, value]) =>
          JSON.stringify(value) !== JSON.stringify(customer[name as keyof Customer]),
      );
      if (changes.length > 0) emit('customer.updated', customer, Object.fromEntries(changes));
      return customer;
    });
  }),
];

export function findCustomer(account: Account, id: string, param = 'id'): Customer {
  return find(account.tables.customers, 'customer', id, param);
}

function change(customer: Customer, wish: Wish): void {
  const { address: where, description, email, name, phone, preferred_locales } = wish;
  Object.assign(customer, given({ description, email, name, phone, preferred_locales }));
  if (where === null) customer.address = null;
  else if (where) customer.address = { ...emptyAddress, ...customer.address, ...given(where) };
  customer.metadata = changedMetadata(customer.metadata, wish.metadata);
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Only the fields in the request: the others stay. */
function given<Fields extends Record<string, unknown>>(fields: Fields): Given<Fields> {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Given<Fields>;
}
