import { dispatch, type Account, type Cause } from '../account.ts';
import { Refusal } from '../refusal.ts';
import type { SessionRecord } from '../tables.ts';

/** Expires an open session; its payment attempts are cancelled. Others are refused. */
export function expire(account: Account, cause: Cause, { session }: SessionRecord): void {
  if (session.status !== 'open') {
    throw new Refusal(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? 'unknown'}.`,
    );
  }
  dispatch(account, cause, (emit) => {
    session.status = 'expired';
    session.url = null;
    const intent = account.tables.paymentIntents.get(session.payment_intent ?? '');
    if (intent) {
      intent.status = 'canceled';
      intent.canceled_at = account.nowSeconds();
      intent.cancellation_reason = 'automatic';
      intent.next_action = null;
      emit('payment_intent.canceled', intent);
    }
    emit('checkout.session.expired', session);
  });
}

/** Expires each session that is due. */
export function expireDue(account: Account): void {
  const now = account.nowSeconds();
  for (const record of account.tables.sessions.values()) {
    const { status, expires_at: expiresAt } = record.session;
    if (status === 'open' && expiresAt <= now) expire(account, null, record);
  }
}
