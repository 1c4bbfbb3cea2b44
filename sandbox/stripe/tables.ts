import type { Buyer, Card } from './payments/payment-method.ts';
import type {
  BalanceTransaction,
  Charge,
  Customer,
  Dispute,
  Event,
  LineItem,
  PaymentIntent,
  Payout,
  Refund,
  Session,
} from './wire.ts';

/** A session and the parameters of its payment. */
export type SessionRecord = {
  id: string;
  session: Session;
  lineItems: LineItem[];
  intentData: {
    description: string | null;
    receiptEmail: string | null;
    metadata: Record<string, string>;
  };
  /** The attempt that waits for the bank's confirmation. */
  waiting: { card: Card; buyer: Buyer } | null;
};

/** One delivery attempt; `status` is null without a response. */
export type Attempt = { at: number; status: number | null; problem: string | null };

/** An event and its delivery state. `scheduled` waits in the queue or for a retry. */
export type EventRecord = {
  id: string;
  event: Event;
  delivery: 'scheduled' | 'held' | 'delivered' | 'failed' | 'withheld';
  attempts: Attempt[];
};

/** The response to a request with an idempotency key; `fingerprint` is of the request. */
export type KeptAnswer = {
  id: string;
  path: string;
  fingerprint: string;
  status: number;
  body: unknown;
  atSeconds: number;
};

/** A payout and the balance transactions that it pays, its own among them. */
type PayoutRecord = { id: string; payout: Payout; lineIds: string[] };

/** The account's whole state, by id, oldest first. */
export type Tables = {
  customers: Map<string, Customer>;
  sessions: Map<string, SessionRecord>;
  paymentIntents: Map<string, PaymentIntent>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  events: Map<string, EventRecord>;
  answers: Map<string, KeptAnswer>;
  balanceTransactions: Map<string, BalanceTransaction>;
  payouts: Map<string, PayoutRecord>;
};

const rowsMax = 10_000;

export function emptyTables(): Tables {
  return {
    customers: new Map(),
    sessions: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
    answers: new Map(),
    balanceTransactions: new Map(),
    payouts: new Map(),
  };
}

/** Adds a row; beyond the limit the oldest of its table is dropped. */
export function add<Row extends { id: string }>(table: Map<string, Row>, row: Row): Row {
  const [oldest] = table.keys();
  if (table.size >= rowsMax && oldest !== undefined) table.delete(oldest);
  table.set(row.id, row);
  return row;
}
