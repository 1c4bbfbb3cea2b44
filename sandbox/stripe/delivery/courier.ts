import type { EventRecord } from '../tables.ts';
import { isReceived, postEvent } from './post-event.ts';
import { signatureHeader } from './signature.ts';

/**
 * How events are delivered: `normal` (in order, once each), `twice` (each twice concurrently),
 * `late` (held until released), `never` (not at all), `reversed` (those of one action in reverse
 * order). Stripe guarantees neither order nor once-only delivery.
 */
export const deliveryModes = ['normal', 'twice', 'late', 'never', 'reversed'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

export type Courier = {
  mode: DeliveryMode;
  /** Queues the events of one action. */
  take: (records: EventRecord[]) => void;
  /** Sends an event now, whatever its state, and records the result. */
  send: (record: EventRecord) => Promise<void>;
  /** Sends held events, in the order given. */
  release: (records: EventRecord[]) => void;
  /** Resolves once nothing is queued or to be retried; held events are not waited for. */
  idle: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Delivers events to the site, and retries after each of `retryDelaysMs` while it fails. */
export function createCourier(options: {
  webhookUrl: string;
  secret: string;
  retryDelaysMs: readonly number[];
  nowSeconds: () => number;
  changed: () => void;
}): Courier {
  const { webhookUrl, secret, retryDelaysMs, nowSeconds, changed } = options;
  const stopped = new AbortController();
  const underWay = new Set<Promise<void>>();
  /** First attempts are sequential; a retry blocks no other. */
  let queue = Promise.resolve();

  const attempt = async (record: EventRecord) => {
    const body = JSON.stringify(record.event, null, 2);
    const signature = signatureHeader(body, secret, nowSeconds());
    const result = await postEvent(webhookUrl, body, signature, nowSeconds, stopped.signal);
    if (stopped.signal.aborted) return;
    record.attempts.push(result);
    if (isReceived(result)) {
      record.delivery = 'delivered';
      record.event.pending_webhooks = 0;
    }
    changed();
  };

  const retry = async (record: EventRecord) => {
    for (const delayMs of retryDelaysMs) {
      if (!(await waited(delayMs, stopped.signal))) return;
      if (record.delivery !== 'scheduled') return;
      await attempt(record);
    }
    if (record.delivery === 'scheduled' && !stopped.signal.aborted) {
      record.delivery = 'failed';
      changed();
    }
  };

  const follow = (work: Promise<void>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const enqueue = (records: readonly EventRecord[], copies: 1 | 2) => {
    queue = queue.then(async () => {
      for (const record of records) {
        if (stopped.signal.aborted) return;
        await Promise.all(Array.from({ length: copies }, () => attempt(record)));
        if (record.delivery === 'scheduled') follow(retry(record));
      }
    });
    follow(queue);
  };

  const courier: Courier = {
    mode: 'normal',
    take: (records) => {
      if (courier.mode === 'late' || courier.mode === 'never') {
        for (const record of records) {
          record.delivery = courier.mode === 'late' ? 'held' : 'withheld';
        }
        return;
      }
      const inOrder = courier.mode === 'reversed' ? records.toReversed() : records;
      enqueue(inOrder, courier.mode === 'twice' ? 2 : 1);
    },
    send: attempt,
    release: (records) => {
      for (const record of records) record.delivery = 'scheduled';
      enqueue(records, 1);
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: async () => {
      stopped.abort();
      await courier.idle();
    },
  };
  return courier;
}

/** True after the delay; false if the courier was stopped during it. */
function waited(delayMs: number, stopped: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  if (stopped.aborted) return Promise.resolve(false);
  const timer = setTimeout(() => {
    stopped.removeEventListener('abort', stop);
    resolve(true);
  }, delayMs);
  const stop = () => {
    clearTimeout(timer);
    resolve(false);
  };
  stopped.addEventListener('abort', stop, { once: true });
  return promise;
}
