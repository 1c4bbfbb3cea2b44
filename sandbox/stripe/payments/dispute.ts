import { dispatch, find, type Account } from '../account.ts';
import { disputeTransaction, newDispute } from '../objects/dispute.ts';
import { Refusal } from '../refusal.ts';
import { add } from '../tables.ts';
import type { Charge, Dispute } from '../wire.ts';

/**
 * The buyer's bank disputes a charge, possibly again, and withdraws the money until it is decided.
 */
export function openDispute(account: Account, charge: Charge, reason = 'fraudulent'): Dispute {
  if (charge.status !== 'succeeded' || charge.refunded) {
    throw new Refusal(400, 'Only a successful charge without refund can be disputed.');
  }
  return dispatch(account, null, (emit) => {
    const now = account.nowSeconds();
    const dispute = newDispute(charge, now, reason);
    add(account.tables.disputes, dispute);
    charge.disputed = true;
    emit('charge.dispute.created', dispute);
    noteTransaction(account, dispute, now, 'withdrawn');
    emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  });
}

/** The bank decides: a dispute won by the site returns its money, without the fee. */
export function closeDispute(account: Account, disputeId: string, outcome: 'won' | 'lost'): void {
  const dispute = find(account.tables.disputes, 'dispute', disputeId);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw new Refusal(400, 'This dispute is already closed');
  }
  dispatch(account, null, (emit) => {
    const before = { status: dispute.status };
    dispute.status = outcome;
    dispute.evidence_details.due_by = null;
    emit('charge.dispute.closed', dispute, before);
    if (outcome === 'lost') return;
    const now = account.nowSeconds();
    noteTransaction(account, dispute, now, 'reinstated');
    emit('charge.dispute.funds_reinstated', dispute);
  });
}

function noteTransaction(
  account: Account,
  dispute: Dispute,
  now: number,
  kind: 'withdrawn' | 'reinstated',
): void {
  const noted = disputeTransaction(dispute, now, kind);
  dispute.balance_transactions.push(noted);
  add(account.tables.balanceTransactions, { ...noted, source: dispute.id });
}
