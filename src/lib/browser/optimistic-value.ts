import { atom, type ReadableAtom } from 'nanostores';
import { logFault } from './log-failure.ts';
import { asOutcome, type Failure, type Outcome } from './outcome.ts';

/** The displayed value of a setting, and the server's last known value. */
export type OptimisticState<Value, Data> = {
  /** The optimistic value, or the server's. */
  shown: Value;
  confirmed: Value;
  /** The data of the last response, such as a count; null before the first. */
  answer: Data | null;
  /** Why the last change failed; null once another is made. */
  failure: Failure | null;
  /** The last change waits for the connection. */
  isWaiting: boolean;
};

/** A setting that users may change faster than the server responds. */
export type OptimisticValue<Value, Data> = {
  $state: ReadableAtom<OptimisticState<Value, Data>>;
  /** Hydrates with the server's value, unless a change has been confirmed since, which is newer. */
  hydrate: (confirmed: Value, answer?: Data) => void;
  /** Shows the value at once, and sends it. */
  set: (value: Value) => void;
  /** Shows a change that was made before this page, and still waits for the connection. */
  recall: (value: Value) => void;
  /** What waited was taken, with the server's answer, or refused. */
  resolveWaiting: (isTaken: boolean, answer: Data | null) => void;
  /** The user is gone: discards the queued change. A request in flight continues. */
  stop: () => void;
};

export type OptimisticValueOptions<Value, Data> = {
  /** Shown until the server's value is known. */
  initial: Value;
  /** Sends a change. It may reach the server twice. */
  send: (value: Value) => Promise<Outcome<Data>>;
  /** Called for each confirmed change, with the previous value. */
  onTaken?: (value: Value, before: Value) => void;
};

/**
 * An optimistic value with one request in flight at a time. A change made in the meantime replaces the
 * queued one, so that the last one wins whatever the network does. A failure without a queued
 * change is rolled back.
 */
export function createOptimisticValue<Value, Data>({
  initial,
  send,
  onTaken,
}: OptimisticValueOptions<Value, Data>): OptimisticValue<Value, Data> {
  type State = OptimisticState<Value, Data>;
  const $state = atom<State>({
    shown: initial,
    confirmed: initial,
    answer: null,
    failure: null,
    isWaiting: false,
  });
  const change = (part: Partial<State>) => $state.set({ ...$state.get(), ...part });
  let waiting: { value: Value } | null = null;
  let isSending = false;
  let hasTaken = false;

  const takeWaiting = () => {
    const next = waiting;
    waiting = null;
    return next;
  };

  const sendOne = async (value: Value): Promise<void> => {
    const outcome = await asOutcome(async () => send(value));
    if (outcome.ok) {
      const before = $state.get().confirmed;
      hasTaken = true;
      change({ confirmed: value, answer: outcome.data, isWaiting: false });
      onTaken?.(value, before);
      if (waiting?.value === value) waiting = null;
    } else if (waiting === null && outcome.isWaiting) {
      change({ isWaiting: true });
    } else if (waiting === null) {
      change({ shown: $state.get().confirmed, failure: outcome });
    }
  };

  const sendPending = async (): Promise<void> => {
    isSending = true;
    for (let next = takeWaiting(); next; next = takeWaiting()) {
      // What a listener throws does not prevent later changes from being sent.
      await sendOne(next.value).catch(logFault);
    }
    isSending = false;
  };

  return {
    $state,
    hydrate: (confirmed, answer) => {
      if (hasTaken) return;
      change({
        confirmed,
        ...(answer && { answer }),
        ...(!isSending && !$state.get().isWaiting && { shown: confirmed }),
      });
    },
    set: (value) => {
      waiting = { value };
      change({ shown: value, failure: null, isWaiting: false });
      if (!isSending) void sendPending();
    },
    recall: (value) => {
      if (hasTaken || isSending) return;
      change({ shown: value, isWaiting: true });
    },
    resolveWaiting: (isTaken, answer) => {
      const { shown, confirmed, isWaiting } = $state.get();
      if (!isWaiting) return;
      hasTaken ||= isTaken;
      if (isTaken) onTaken?.(shown, confirmed);
      change({ isWaiting: false, ...(isTaken ? { confirmed: shown } : { shown: confirmed }) });
      if (isTaken && answer !== null) change({ answer });
    },
    stop: () => {
      waiting = null;
    },
  };
}
