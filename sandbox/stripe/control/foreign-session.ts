import { dispatch, type Account } from '../account.ts';
import { newLineItem } from '../objects/line-item.ts';
import { newSession } from '../objects/session.ts';
import { pay } from '../payments/pay.ts';
import { readyMethod } from '../payments/payment-method.ts';
import { add, type SessionRecord } from '../tables.ts';

const site = 'https://autre-produit.example';

/** Another product on the same account sells something: its events are sent to every webhook. */
export function payForeignSession(account: Account): SessionRecord {
  const created = account.nowSeconds();
  const lineItem = newLineItem({
    created,
    currency: 'eur',
    name: 'Affiche, d’un autre produit',
    quantity: 1,
    unitCents: 1900,
  });
  const session = newSession({
    address: account.address,
    allowed_payment_method_types: null,
    amount_total: lineItem.amount_total,
    billing_address_collection: null,
    cancel_url: `${site}/panier`,
    client_reference_id: null,
    created,
    currency: 'eur',
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_creation: 'if_required',
    customer_email: null,
    expires_at: created + 86_400,
    locale: null,
    metadata: {},
    payment_method_types: ['card'],
    submit_type: null,
    success_url: `${site}/merci`,
  });
  const record: SessionRecord = {
    id: session.id,
    session,
    lineItems: [lineItem],
    intentData: { description: null, receiptEmail: null, metadata: {} },
    waiting: null,
  };
  dispatch(account, null, () => add(account.tables.sessions, record));
  pay(account, record, readyMethod('succeeds', created), {
    address: null,
    email: 'quelqu-un@exemple.test',
    name: null,
  });
  return record;
}
