import { dispatch, find, type Account, type Cause } from '../account.ts';
import { newId } from '../ids.ts';
import { newReference, newRefund } from '../objects/refund.ts';
import { Refusal } from '../refusal.ts';
import { add } from '../tables.ts';
import { moveBalance } from './balance.ts';
import type { Charge, Refund } from '../wire.ts';

/** Refunds a charge or a part of it; without an amount all that is left. Amounts in cents. */
export function refundCharge(
  account: Account,
  cause: Cause,
  charge: Charge,
  wish: {
    amountCents?: number | undefined;
    metadata?: Record<string, string>;
    reason?: Refund['reason'];
  } = {},
): Refund {
  const leftCents = charge.amount_captured - charge.amount_refunded;
  const amountCents = wish.amountCents ?? leftCents;
  refuseImpossible(charge, amountCents, leftCents);
  return dispatch(account, cause, (emit) => {
    const refund = newRefund(charge, {
      amountCents,
      created: account.nowSeconds(),
      metadata: wish.metadata ?? {},
      reason: wish.reason ?? null,
    });
    add(account.tables.refunds, refund);
    moveBalance(account, {
      id: refund.balance_transaction,
      amount: -amountCents,
      type: 'refund',
      reporting_category: 'refund',
      source: refund.id,
    });
    const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
    charge.amount_refunded += amountCents;
    charge.refunded = charge.amount_refunded === charge.amount;
    emit('refund.created', refund);
    emit('charge.refunded', charge, before);
    addReference(refund);
    emit('refund.updated', refund);
    emit('charge.refund.updated', refund);
    return refund;
  });
}

/** The buyer's bank returns a refund: the money is on the account again. */
export function failRefund(account: Account, refundId: string): void {
  const refund = find(account.tables.refunds, 'refund', refundId);
  if (refund.status === 'failed') throw new Refusal(400, 'The refund has failed already.');
  const charge = find(account.tables.charges, 'charge', refund.charge);
  dispatch(account, null, (emit) => {
    refund.status = 'failed';
    const id = newId('txn');
    refund.failure_balance_transaction = id;
    moveBalance(account, {
      id,
      amount: refund.amount,
      type: 'refund_failure',
      reporting_category: 'refund_failure',
      source: refund.id,
    });
    refund.failure_reason = 'lost_or_stolen_card';
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    emit('refund.failed', refund, { status: 'succeeded' });
    emit('refund.updated', refund, { status: 'succeeded' });
    emit('charge.refund.updated', refund, { status: 'succeeded' });
  });
}

function refuseImpossible(charge: Charge, amountCents: number, leftCents: number): void {
  if (charge.status !== 'succeeded') {
    throw new Refusal(
      400,
      `The charge ${charge.id} is not a successful charge that can be refunded.`,
    );
  }
  if (charge.refunded) {
    throw new Refusal(400, `Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  if (charge.disputed) {
    throw new Refusal(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (amountCents <= 0) {
    throw new Refusal(400, 'Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  if (amountCents > leftCents) {
    throw new Refusal(
      400,
      `Refund amount (${amountCents}) is greater than unrefunded amount on charge (${leftCents})`,
      { param: 'amount' },
    );
  }
}

function addReference({ destination_details: destination }: Refund): void {
  if (!destination?.card) return;
  destination.card.reference = newReference();
  destination.card.reference_status = 'available';
}
