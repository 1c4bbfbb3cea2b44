import { z } from 'zod';
import { find } from '../account.ts';
import { expandable, flag, pageParameters, text } from '../parameters.ts';
import type { EventRecord } from '../tables.ts';
import { pageOf } from './page-of.ts';
import { route, type Route } from './route.ts';

const listParameters = z.strictObject({
  ...pageParameters,
  delivery_success: flag.optional(),
  type: text.optional(),
  types: z.array(text).max(20).optional(),
});

type Wish = z.output<typeof listParameters>;

export const eventRoutes: Route[] = [
  route(
    'GET',
    '/v1/events/:id',
    z.strictObject(expandable),
    ({ account, id }) => find(account.tables.events, 'event', id).event,
  ),
  route('GET', '/v1/events', listParameters, ({ account, path }, wish) => {
    const records = [...account.tables.events.values()].filter((record) => fits(record, wish));
    return pageOf(
      records.map(({ event }) => event),
      wish,
      path,
    );
  }),
];

function fits({ event, delivery }: EventRecord, wish: Wish): boolean {
  if (wish.types && !wish.types.includes(event.type)) return false;
  if (wish.type && !wildcard(wish.type).test(event.type)) return false;
  return (wish.delivery_success ?? delivery === 'delivered') === (delivery === 'delivered');
}

/** `charge.*` names each type that begins so. */
function wildcard(type: string): RegExp {
  const escaped = type.replaceAll('.', '\\.').replaceAll('*', '.*');
  return new RegExp(`^${/^[\w.*\\]+$/.test(escaped) ? escaped : '(?!)'}$`);
}
