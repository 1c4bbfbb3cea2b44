import { find, findSession, type Account } from '../account.ts';
import { chargeOf } from '../api/payments.ts';
import type { Courier, DeliveryMode } from '../delivery/courier.ts';
import type { Outage, FaultInjector } from '../outage.ts';
import { payOut } from '../payments/balance.ts';
import { closeDispute, openDispute } from '../payments/dispute.ts';
import { expire } from '../payments/expire.ts';
import { answerBank, pay, type Attempted } from '../payments/pay.ts';
import { readyMethod, type Buyer, type ReadyMethod } from '../payments/payment-method.ts';
import { failRefund, refundCharge } from '../payments/refund.ts';
import { settle } from '../payments/settle.ts';
import type { EventRecord, SessionRecord } from '../tables.ts';
import type { Charge, Dispute, Event, PaymentIntent, Payout, Refund, Session } from '../wire.ts';
import { payForeignSession } from './foreign-session.ts';

/**
 * The tests' control of the sandbox. Each method throws a `Refusal` for what Stripe or a bank
 * could not do either; amounts are in cents. Other processes use the same below `/_sandbox/`.
 */
export type StripeControl = {
  /** How events reach the site from now on. */
  setDelivery: (mode: DeliveryMode) => void;
  /** Sends an event once more, now; resolves when the site has responded or failed. */
  deliverAgain: (eventId: string) => Promise<void>;
  /** Sends the events held by `late`, in order or reversed; returns their number. */
  releaseEvents: (order?: 'normal' | 'reversed') => number;
  /** Resolves once every event has been received or given up. Held events do not count. */
  idle: () => Promise<void>;
  /** How the API fails from now on, or for the next `requests`. */
  setOutage: (outage: Outage) => void;
  /** Pays as the buyer would on the page. */
  paySession: (sessionId: string, method?: ReadyMethod) => Attempted;
  /** Answers the bank's question, after a payment that `requires_action`. */
  answerBank: (sessionId: string, answer: 'grant' | 'refuse') => Attempted;
  /** A debit succeeds. */
  settlePayment: (sessionId: string) => void;
  /** A debit is returned unpaid. */
  failPayment: (sessionId: string) => void;
  expireSession: (sessionId: string) => void;
  /** Refunds from the dashboard: all that is left, or a part. */
  refund: (sessionId: string, amountCents?: number) => Refund;
  /** The bank returns a refund. */
  failRefund: (refundId: string) => void;
  openDispute: (sessionId: string) => Dispute;
  closeDispute: (disputeId: string, outcome: 'won' | 'lost') => void;
  /** Sends what the account has to the bank. */
  payOut: () => Payout;
  /** Another product on the account sells something; returns its session. */
  payForeignSession: () => Session;
  /** Deletes a customer from the dashboard. */
  deleteCustomer: (customerId: string) => void;
  /** The account's sessions, oldest first. */
  sessions: () => Session[];
  paymentIntents: () => PaymentIntent[];
  charges: () => Charge[];
  refunds: () => Refund[];
  disputes: () => Dispute[];
  events: () => Event[];
  /** An event's delivery so far. */
  delivery: (eventId: string) => Pick<EventRecord, 'delivery' | 'attempts'>;
};

export function createControl(world: {
  account: Account;
  courier: Courier;
  faults: FaultInjector;
}): StripeControl {
  const { account, courier, faults } = world;
  const { tables } = account;
  const sessionOf = (sessionId: string) => findSession(account, sessionId);
  const chargeOfSession = (sessionId: string) =>
    chargeOf(account, sessionOf(sessionId).session.payment_intent ?? '');
  return {
    setDelivery: (mode) => {
      courier.mode = mode;
    },
    deliverAgain: (eventId) => courier.send(find(tables.events, 'event', eventId)),
    releaseEvents: (order = 'normal') => {
      const held = [...tables.events.values()].filter(({ delivery }) => delivery === 'held');
      courier.release(order === 'reversed' ? held.reverse() : held);
      return held.length;
    },
    idle: courier.idle,
    setOutage: faults.set,
    paySession: (sessionId, method = 'succeeds') => {
      const record = sessionOf(sessionId);
      const paidWith = readyMethod(method, account.nowSeconds());
      return pay(account, record, paidWith, buyerOf(account, record));
    },
    answerBank: (sessionId, answer) =>
      answerBank(account, sessionOf(sessionId), answer === 'grant'),
    settlePayment: (sessionId) => settle(account, sessionOf(sessionId), true),
    failPayment: (sessionId) => settle(account, sessionOf(sessionId), false),
    expireSession: (sessionId) => expire(account, null, sessionOf(sessionId)),
    refund: (sessionId, amountCents) =>
      structuredClone(refundCharge(account, null, chargeOfSession(sessionId), { amountCents })),
    failRefund: (refundId) => failRefund(account, refundId),
    openDispute: (sessionId) => structuredClone(openDispute(account, chargeOfSession(sessionId))),
    closeDispute: (disputeId, outcome) => closeDispute(account, disputeId, outcome),
    payOut: () => structuredClone(payOut(account)),
    payForeignSession: () => structuredClone(payForeignSession(account).session),
    deleteCustomer: (customerId) => {
      find(tables.customers, 'customer', customerId);
      tables.customers.delete(customerId);
      account.changed();
    },
    sessions: () => structuredClone([...tables.sessions.values()].map(({ session }) => session)),
    paymentIntents: () => structuredClone([...tables.paymentIntents.values()]),
    charges: () => structuredClone([...tables.charges.values()]),
    refunds: () => structuredClone([...tables.refunds.values()]),
    disputes: () => structuredClone([...tables.disputes.values()]),
    events: () => structuredClone([...tables.events.values()].map(({ event }) => event)),
    delivery: (eventId) => {
      const { delivery, attempts } = find(tables.events, 'event', eventId);
      return structuredClone({ delivery, attempts });
    },
  };
}

/** The buyer of a payment that is made without the page. */
function buyerOf({ tables }: Account, { session }: SessionRecord): Buyer {
  const customer = tables.customers.get(session.customer ?? '');
  return {
    address: customer?.address ?? null,
    email: customer?.email ?? session.customer_email ?? 'acheteur@exemple.test',
    name: customer?.name ?? null,
  };
}
