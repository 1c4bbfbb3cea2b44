import { atom, type ReadableAtom } from 'nanostores';
import type { Failure, Outcome } from './outcome.ts';

/** What is shown of a setting, and what the server holds as far as it has told. */
export type WishState<Value, Data> = {
  /** The last wish, or what the server holds. */
  shown: Value;
  held: Value;
  /** What came with `held`, such as a number that counts it; null until the server has told. */
  answer: Data | null;
  /** Why the last wish came to nothing; null once another is made. */
  failure: Failure | null;
};

/** A setting that people may change faster than the server answers. */
export type LastWish<Value, Data> = {
  $state: ReadableAtom<WishState<Value, Data>>;
  /** Takes what the server has told, unless it has since taken a wish: that is newer. */
  know: (held: Value, answer?: Data) => void;
  /** Shows the wish at once, and sends it. */
  wish: (value: Value) => void;
  /** Whoever wished is gone: forgets what waits. What is under way arrives. */
  stop: () => void;
};

export type LastWishOptions<Value, Data> = {
  /** What is shown until the server has told. */
  initial: Value;
  /** Asks the server. A wish may reach it twice. */
  send: (value: Value) => Promise<Outcome<Data>>;
  /** Hears of each wish that the server took, and what it held before. */
  onTaken?: (value: Value, before: Value) => void;
};

/**
 * Sends one wish at a time. What is wished meanwhile replaces what was waiting, so that the last
 * one wins whatever the network does. One that fails with none waiting is undone.
 */
export function createLastWish<Value, Data>({
  initial,
  send,
  onTaken,
}: LastWishOptions<Value, Data>): LastWish<Value, Data> {
  type State = WishState<Value, Data>;
  const $state = atom<State>({ shown: initial, held: initial, answer: null, failure: null });
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
    const outcome = await send(value);
    if (outcome.ok) {
      const before = $state.get().held;
      hasTaken = true;
      change({ held: value, answer: outcome.data });
      onTaken?.(value, before);
      if (waiting?.value === value) waiting = null;
    } else if (waiting === null) {
      change({ shown: $state.get().held, failure: outcome });
    }
  };

  const sendWaiting = async (): Promise<void> => {
    isSending = true;
    for (let next = takeWaiting(); next; next = takeWaiting()) await sendOne(next.value);
    isSending = false;
  };

  return {
    $state,
    know: (held, answer) => {
      if (hasTaken) return;
      change({ held, ...(answer && { answer }), ...(!isSending && { shown: held }) });
    },
    wish: (value) => {
      waiting = { value };
      change({ shown: value, failure: null });
      if (!isSending) void sendWaiting();
    },
    stop: () => {
      waiting = null;
    },
  };
}
