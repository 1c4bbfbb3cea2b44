import { accountVersion } from './api-versions.ts';
import { newId } from './ids.ts';
import { noSuch } from './refusal.ts';
import { add, type EventRecord, type SessionRecord, type Tables } from './tables.ts';
import type { Event, EventType, PaymentIntent, WireObject } from './wire.ts';

/** The one Stripe account of the sandbox, and its environment. */
export type Account = {
  tables: Tables;
  /** Where this server is, as in `http://127.0.0.1:4324`. */
  address: string;
  nowSeconds: () => number;
  /** Delivers the events of one action, in order. */
  deliver: (events: EventRecord[]) => void;
  /** To be called when something has changed. */
  changed: () => void;
};

/** The request that caused an action; null for the dashboard, the buyer and the passing of time. */
export type Cause = { requestId: string; idempotencyKey: string | null } | null;

export type Emit = (
  type: EventType,
  object: WireObject,
  previousAttributes?: Record<string, unknown>,
) => void;

/** Performs one action on the account; its events are delivered together once it is done. */
export function dispatch<Result>(
  account: Account,
  cause: Cause,
  action: (emit: Emit) => Result,
): Result {
  const records: EventRecord[] = [];
  const emit: Emit = (type, object, previousAttributes) => {
    const event: Event = {
      id: newId('evt'),
      object: 'event',
      api_version: accountVersion,
      created: account.nowSeconds(),
      // A copy of the current object, unaffected by later changes.
      data: structuredClone({
        object,
        ...(previousAttributes && { previous_attributes: previousAttributes }),
      }),
      livemode: false,
      pending_webhooks: 1,
      request: { id: cause?.requestId ?? null, idempotency_key: cause?.idempotencyKey ?? null },
      type,
    };
    const record: EventRecord = { id: event.id, event, delivery: 'scheduled', attempts: [] };
    records.push(add(account.tables.events, record));
  };
  try {
    return action(emit);
  } finally {
    if (records.length > 0) account.deliver(records);
    account.changed();
  }
}

/** The row of an id; refuses an unknown one, as Stripe does. */
export function find<Row>(table: Map<string, Row>, kind: string, id: string, param = 'id'): Row {
  const row = table.get(id);
  if (row === undefined) throw noSuch(kind, id, param);
  return row;
}

export function findSession(account: Account, id: string): SessionRecord {
  return find(account.tables.sessions, 'checkout.session', id, 'session');
}

export function findIntent(account: Account, id: string, param = 'intent'): PaymentIntent {
  return find(account.tables.paymentIntents, 'payment_intent', id, param);
}
