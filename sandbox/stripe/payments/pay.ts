import { dispatch, type Account, type Emit } from '../account.ts';
import { newCharge } from '../objects/charge.ts';
import { newPaymentIntent } from '../objects/payment-intent.ts';
import { add, type SessionRecord } from '../tables.ts';
import type { Charge, PaymentIntent } from '../wire.ts';
import { receiveCharge } from './balance.ts';
import type { Buyer, Card, Decline, PaymentMethod } from './payment-method.ts';

/**
 * The result of a payment attempt: `paid`; `processing` for a debit that settles later;
 * `declined`; `requires_action` while the bank asks the buyer; `closed` when the session accepts
 * no more payments, which is how paying twice ends.
 */
export type Attempted = 'paid' | 'processing' | 'declined' | 'requires_action' | 'closed';

/** The buyer presses « Payer » on the session's page. */
export function pay(
  account: Account,
  record: SessionRecord,
  method: PaymentMethod,
  buyer: Buyer,
): Attempted {
  if (record.session.status !== 'open') return 'closed';
  return dispatch(account, null, (emit) => {
    const intent = intentOf(account, record, emit);
    intent.last_payment_error = null;
    intent.next_action = null;
    record.waiting = null;
    if (method.type === 'sepa_debit') return debit(account, record, intent, buyer, emit);
    if (method.decline) return refuse(account, intent, method, method.decline, buyer, emit);
    if (method.needsAuthentication) {
      return askBank(account, record, intent, method, buyer, emit);
    }
    return settleCard(account, record, intent, method, buyer, emit);
  });
}

/** The buyer answers the bank's question about the waiting attempt. */
export function answerBank(account: Account, record: SessionRecord, isGranted: boolean): Attempted {
  const intent = account.tables.paymentIntents.get(record.session.payment_intent ?? '');
  const { waiting } = record;
  if (record.session.status !== 'open' || !intent || !waiting) return 'closed';
  return dispatch(account, null, (emit) => {
    record.waiting = null;
    intent.next_action = null;
    if (isGranted) {
      return settleCard(account, record, intent, waiting.card, waiting.buyer, emit);
    }
    intent.status = 'requires_payment_method';
    intent.last_payment_error = {
      type: 'card_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method_type: 'card',
    };
    emit('payment_intent.payment_failed', intent);
    return 'declined';
  });
}

/** Stripe creates the payment at the first attempt, and reuses it for the next ones. */
function intentOf(account: Account, record: SessionRecord, emit: Emit): PaymentIntent {
  const begun = account.tables.paymentIntents.get(record.session.payment_intent ?? '');
  if (begun) return begun;
  const intent = newPaymentIntent(record, account.nowSeconds());
  add(account.tables.paymentIntents, intent);
  record.session.payment_intent = intent.id;
  emit('payment_intent.created', intent);
  return intent;
}

function charge(
  account: Account,
  intent: PaymentIntent,
  method: PaymentMethod,
  buyer: Buyer,
  outcome: 'succeeded' | 'pending' | 'failed',
  is3dSecure = false,
): Charge {
  const made = newCharge(intent, method, buyer, {
    created: account.nowSeconds(),
    outcome,
    is3dSecure,
  });
  intent.latest_charge = made.id;
  if (outcome === 'succeeded') receiveCharge(account, made);
  return add(account.tables.charges, made);
}

function settleCard(
  account: Account,
  record: SessionRecord,
  intent: PaymentIntent,
  card: Card,
  buyer: Buyer,
  emit: Emit,
): Attempted {
  const made = charge(account, intent, card, buyer, 'succeeded', card.needsAuthentication);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.payment_method = made.payment_method;
  complete(record, buyer, 'paid');
  emit('charge.succeeded', made);
  emit('payment_intent.succeeded', intent);
  emit('checkout.session.completed', record.session);
  return 'paid';
}

function refuse(
  account: Account,
  intent: PaymentIntent,
  card: Card,
  { code, declineCode, message }: Decline,
  buyer: Buyer,
  emit: Emit,
): Attempted {
  const made = charge(account, intent, card, buyer, 'failed');
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'card_error',
    charge: made.id,
    code,
    decline_code: declineCode,
    doc_url: `https://docs.stripe.com/error-codes#${code}`,
    message,
    payment_method_type: 'card',
  };
  emit('charge.failed', made);
  emit('payment_intent.payment_failed', intent);
  return 'declined';
}

function askBank(
  account: Account,
  record: SessionRecord,
  intent: PaymentIntent,
  card: Card,
  buyer: Buyer,
  emit: Emit,
): Attempted {
  record.waiting = { card, buyer };
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'redirect_to_url',
    redirect_to_url: {
      return_url: `${account.address}/c/pay/${record.id}`,
      url: `${account.address}/c/pay/${record.id}/authenticate`,
    },
  };
  emit('payment_intent.requires_action', intent);
  return 'requires_action';
}

/** A direct debit: the session is complete, the money is not there yet. */
function debit(
  account: Account,
  record: SessionRecord,
  intent: PaymentIntent,
  buyer: Buyer,
  emit: Emit,
): Attempted {
  const made = charge(account, intent, { type: 'sepa_debit' }, buyer, 'pending');
  intent.status = 'processing';
  intent.payment_method = made.payment_method;
  complete(record, buyer, 'unpaid');
  emit('charge.pending', made);
  emit('payment_intent.processing', intent);
  emit('checkout.session.completed', record.session);
  return 'processing';
}

function complete({ session }: SessionRecord, buyer: Buyer, status: 'paid' | 'unpaid'): void {
  session.status = 'complete';
  session.payment_status = status;
  session.url = null;
  session.customer_details = {
    ...buyer,
    business_name: null,
    individual_name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}
