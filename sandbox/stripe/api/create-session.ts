import { z } from 'zod';
import { act } from '../account.ts';
import { newLineItem } from '../objects/line-item.ts';
import { newSession } from '../objects/session.ts';
import {
  changedMetadata,
  expandable,
  flag,
  metadata,
  optionalText,
  text,
  wholeNumber,
} from '../parameters.ts';
import { Refusal } from '../refusal.ts';
import { add } from '../tables.ts';
import type { LineItem, Session } from '../wire.ts';
import { findCustomer } from './customers.ts';
import type { Call } from './route.ts';

const minuteSeconds = 60;
const daySeconds = 86_400;
/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, for the euro. */
const amountCentsMin = 50;

/** A session may live from half an hour to a day; a clock may be a little off. */
const lifetimeSecondsMin = 29 * minuteSeconds;
const lifetimeSecondsMax = daySeconds + minuteSeconds;

const methodTypes = z
  .array(z.enum(['card', 'sepa_debit']))
  .min(1)
  .optional();
const off = z.strictObject({ enabled: flag.pipe(z.literal(false)) }).optional();
const customText = z
  .union([z.literal('').transform(() => null), z.strictObject({ message: text.max(1200) })])
  .optional();

const line = z.strictObject({
  price_data: z.strictObject({
    currency: z.string().regex(/^[a-z]{3}$/),
    product_data: z.strictObject({
      name: text.min(1),
      description: text.min(1).optional(),
      images: z.array(z.url()).max(8).optional(),
      metadata,
      tax_code: text.optional(),
    }),
    tax_behavior: z.enum(['inclusive', 'exclusive', 'unspecified']).optional(),
    unit_amount: wholeNumber.pipe(z.number().min(0)),
  }),
  quantity: wholeNumber.pipe(z.number().min(1)),
});

/**
 * What the sandbox understands of https://docs.stripe.com/api/checkout/sessions/create. What asks
 * for something it does not play (subscriptions, tax, shipping, embedded pages) is unknown to it.
 */
export const sessionParameters = z.strictObject({
  ...expandable,
  // The version says which of this and `payment_method_types` it takes.
  allowed_payment_method_types: methodTypes,
  automatic_tax: off,
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: text.optional(),
  client_reference_id: text.max(200).optional(),
  custom_text: z
    .strictObject({
      after_submit: customText,
      shipping_address: customText,
      submit: customText,
      terms_of_service_acceptance: customText,
    })
    .optional(),
  customer: text.optional(),
  customer_creation: z.literal('if_required').optional(),
  customer_email: z.email().max(800).optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
      shipping: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  expires_at: wholeNumber.optional(),
  invoice_creation: off,
  line_items: z.array(line).min(1).max(100),
  locale: text.optional(),
  metadata,
  mode: z.literal('payment'),
  payment_intent_data: z
    .strictObject({
      description: optionalText,
      metadata,
      receipt_email: optionalText,
      statement_descriptor: text.max(22).optional(),
      statement_descriptor_suffix: text.max(22).optional(),
    })
    .optional(),
  payment_method_types: methodTypes,
  phone_number_collection: off,
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  success_url: text,
  ui_mode: z.literal('hosted_page').optional(),
});

type Wish = z.output<typeof sessionParameters>;

/** POST /v1/checkout/sessions. Amounts are in the currency's smallest unit. */
export function createSession({ account, cause }: Call, wish: Wish): Session {
  const created = account.nowSeconds();
  const lineItems = linesOf(wish, created);
  const currency = lineItems[0]?.currency ?? 'eur';
  const amountTotal = lineItems.reduce((sum, { amount_total: amount }) => sum + amount, 0);
  refuseImpossible(wish, lineItems, amountTotal, created);
  const customer = wish.customer ? findCustomer(account, wish.customer, 'customer').id : null;
  const session = newSession({
    address: account.address,
    allowed_payment_method_types: wish.allowed_payment_method_types ?? null,
    amount_total: amountTotal,
    billing_address_collection: wish.billing_address_collection ?? null,
    cancel_url: wish.cancel_url ?? null,
    client_reference_id: wish.client_reference_id ?? null,
    created,
    currency,
    custom_text: {
      after_submit: wish.custom_text?.after_submit ?? null,
      shipping_address: wish.custom_text?.shipping_address ?? null,
      submit: wish.custom_text?.submit ?? null,
      terms_of_service_acceptance: wish.custom_text?.terms_of_service_acceptance ?? null,
    },
    customer,
    customer_creation: customer ? null : (wish.customer_creation ?? 'if_required'),
    customer_email: wish.customer_email ?? null,
    expires_at: wish.expires_at ?? created + daySeconds,
    locale: wish.locale ?? null,
    metadata: changedMetadata({}, wish.metadata),
    payment_method_types: wish.payment_method_types ??
      wish.allowed_payment_method_types ?? ['card', 'sepa_debit'],
    submit_type: wish.submit_type ?? null,
    success_url: wish.success_url,
  });
  return act(account, cause, () => {
    const intentData = {
      description: wish.payment_intent_data?.description ?? null,
      receiptEmail: wish.payment_intent_data?.receipt_email ?? null,
      metadata: changedMetadata({}, wish.payment_intent_data?.metadata),
    };
    add(account.tables.sessions, { id: session.id, session, lineItems, intentData, waiting: null });
    return session;
  });
}

function linesOf(wish: Wish, created: number): LineItem[] {
  return wish.line_items.map(({ price_data: price, quantity }) =>
    newLineItem({
      created,
      currency: price.currency,
      name: price.product_data.name,
      quantity,
      unitCents: price.unit_amount,
    }),
  );
}

function refuseImpossible(
  wish: Wish,
  lineItems: readonly LineItem[],
  amountTotal: number,
  created: number,
): void {
  const [first] = lineItems;
  if (lineItems.some(({ currency }) => currency !== first?.currency)) {
    throw new Refusal(400, 'All line items must have the same currency.', { param: 'line_items' });
  }
  if (amountTotal < amountCentsMin) {
    throw new Refusal(
      400,
      `The Checkout Session's total amount must convert to at least ${amountCentsMin} cents.`,
      { code: 'amount_too_small' },
    );
  }
  if (wish.customer && (wish.customer_email ?? wish.customer_creation)) {
    const param = wish.customer_email ? 'customer_email' : 'customer_creation';
    throw new Refusal(400, `You may only specify one of these parameters: customer, ${param}.`, {
      param,
    });
  }
  if (wish.customer_update && !wish.customer) {
    throw new Refusal(400, '`customer_update` can only be used with `customer`.', {
      param: 'customer_update',
    });
  }
  for (const param of ['success_url', 'cancel_url'] as const) {
    const url = wish[param];
    if (url !== undefined && !isWebAddress(url)) {
      throw new Refusal(400, 'Not a valid URL', { code: 'url_invalid', param });
    }
  }
  const lifetimeSeconds = (wish.expires_at ?? created + daySeconds) - created;
  if (lifetimeSeconds < lifetimeSecondsMin || lifetimeSeconds > lifetimeSecondsMax) {
    throw new Refusal(
      400,
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
