import type { Account } from '../account.ts';
import { newId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { add } from '../tables.ts';
import type { BalanceTransaction, Charge, Payout } from '../wire.ts';

const daySeconds = 86_400;
/** Stripe's price for a European card. */
const chargeFeeCents = (amountCents: number) => Math.round(amountCents * 0.015) + 25;

type Movement = Pick<BalanceTransaction, 'amount' | 'type' | 'reporting_category' | 'source'> & {
  id: string;
  feeCents?: number;
};

/** Notes what moves the account's balance. */
export function moveBalance(
  account: Account,
  { id, amount, type, reporting_category, source, feeCents: fee = 0 }: Movement,
): void {
  const created = account.nowSeconds();
  const detail = {
    amount: fee,
    application: null,
    currency: 'eur',
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  };
  add(account.tables.balanceTransactions, {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * daySeconds,
    balance_type: 'payments',
    created,
    currency: 'eur',
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    reporting_category,
    source,
    status: 'pending',
    type,
  });
}

/** What a charge that succeeded brings, less the fee. */
export function receiveCharge(account: Account, charge: Charge): void {
  moveBalance(account, {
    id: typeof charge.balance_transaction === 'string' ? charge.balance_transaction : newId('txn'),
    amount: charge.amount,
    type: charge.payment_method_details?.type === 'card' ? 'charge' : 'payment',
    reporting_category: 'charge',
    source: charge.id,
    feeCents: chargeFeeCents(charge.amount),
  });
}

/** Sends to the bank all that no payout has paid yet. */
export function payOut(account: Account): Payout {
  const { balanceTransactions, payouts } = account.tables;
  const paid = new Set([...payouts.values()].flatMap(({ lineIds }) => lineIds));
  const lines = [...balanceTransactions.values()].filter(({ id }) => !paid.has(id));
  const amount = lines.reduce((sum, { net }) => sum + net, 0);
  if (amount <= 0) throw new Refusal(400, 'You have insufficient funds in your Stripe account.');
  const created = account.nowSeconds();
  const [id, lineId] = [newId('po'), newId('txn')];
  moveBalance(account, {
    id: lineId,
    amount: -amount,
    type: 'payout',
    reporting_category: 'payout',
    source: id,
  });
  const payout: Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: created - (created % daySeconds) + 2 * daySeconds,
    automatic: true,
    balance_transaction: lineId,
    created,
    currency: 'eur',
    description: 'STRIPE PAYOUT',
    destination: 'ba_1sandbox',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  };
  add(payouts, { id, payout, lineIds: [...lines.map((line) => line.id), lineId] });
  account.changed();
  return payout;
}
