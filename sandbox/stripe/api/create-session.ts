import { dispatch } from '../account.ts';
import { newLineItem } from '../objects/line-item.ts';
import { newSession } from '../objects/session.ts';
import { changedMetadata } from '../parameters.ts';
import { Refusal } from '../refusal.ts';
import { add } from '../tables.ts';
import type { LineItem, Session } from '../wire.ts';
import { findCustomer } from './customers.ts';
import type { Call } from './route.ts';
import type { SessionWish } from './session-parameters.ts';

const minuteSeconds = 60;
const daySeconds = 86_400;
/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts, for the euro. */
const amountCentsMin = 50;

/** A session may live from half an hour to a day; a clock may be a little off. */
const lifetimeSecondsMin = 29 * minuteSeconds;
const lifetimeSecondsMax = daySeconds + minuteSeconds;

/** POST /v1/checkout/sessions. Amounts are in the currency's smallest unit. */
export function createSession({ account, cause }: Call, wish: SessionWish): Session {
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
  return dispatch(account, cause, () => {
    const intentData = {
      description: wish.payment_intent_data?.description ?? null,
      receiptEmail: wish.payment_intent_data?.receipt_email ?? null,
      metadata: changedMetadata({}, wish.payment_intent_data?.metadata),
    };
    add(account.tables.sessions, { id: session.id, session, lineItems, intentData, waiting: null });
    return session;
  });
}

function linesOf(wish: SessionWish, created: number): LineItem[] {
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
  wish: SessionWish,
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
