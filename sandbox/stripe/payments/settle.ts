import { dispatch, find, type Account } from '../account.ts';
import { newId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { receiveCharge } from './balance.ts';
import type { SessionRecord } from '../tables.ts';

/** A pending debit ends: it succeeds, or the bank returns it unpaid. */
export function settle(account: Account, record: SessionRecord, isPaid: boolean): void {
  const { session } = record;
  const intent = account.tables.paymentIntents.get(session.payment_intent ?? '');
  if (intent?.status !== 'processing' || intent.latest_charge === null) {
    throw new Refusal(400, 'The session has no payment under way.');
  }
  const charge = find(account.tables.charges, 'charge', intent.latest_charge);
  dispatch(account, null, (emit) => {
    if (isPaid) {
      Object.assign(charge, {
        amount_captured: charge.amount,
        balance_transaction: newId('txn'),
        captured: true,
        paid: true,
        status: 'succeeded',
      } satisfies Partial<typeof charge>);
      receiveCharge(account, charge);
      Object.assign(intent, {
        amount_received: intent.amount,
        status: 'succeeded',
      } satisfies Partial<typeof intent>);
      session.payment_status = 'paid';
      emit('charge.succeeded', charge);
      emit('payment_intent.succeeded', intent);
      emit('checkout.session.async_payment_succeeded', session);
      return;
    }
    const message = 'The customer’s bank returned the debit: insufficient funds.';
    Object.assign(charge, {
      failure_code: 'insufficient_funds',
      failure_message: message,
      status: 'failed',
    } satisfies Partial<typeof charge>);
    Object.assign(intent, {
      last_payment_error: {
        type: 'invalid_request_error',
        charge: charge.id,
        code: 'payment_intent_payment_attempt_failed',
        message,
        payment_method_type: 'sepa_debit',
      },
      payment_method: null,
      status: 'requires_payment_method',
    } satisfies Partial<typeof intent>);
    emit('charge.failed', charge);
    emit('payment_intent.payment_failed', intent);
    emit('checkout.session.async_payment_failed', session);
  });
}
