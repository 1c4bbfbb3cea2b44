import { useCallback, useEffect, useRef, useState } from 'react';
import { logFailure } from '#browser/log-failure.ts';
import { asOutcome, type Failure, type Outcome } from '#browser/outcome.ts';

/** State of data that an island loads when it mounts. */
export type Loaded<Data> =
  { kind: 'loading' } | { kind: 'loaded'; data: Data } | { kind: 'failed'; failure: Failure };

type Options = {
  /** Loaded data stay when a reload fails. */
  keepsLast?: boolean;
  /** Reloads when this changes; the previous data stay meanwhile. */
  follows?: unknown;
  /** Reloads when the page returns from the back/forward cache. */
  onReturn?: boolean;
  /** Logs a failure under this name. */
  logAs?: string;
};

/**
 * Loads on mount, and again on request.
 * @param load must be stable between renders; a new function reloads.
 * @returns also `refresh`, which reloads while the previous data stay, and resolves when done. Of
 * several requests under way the one begun last wins, in whichever order they are answered.
 */
export function useLoaded<Data>(
  load: () => Promise<Outcome<Data>>,
  { keepsLast = false, follows, onReturn = false, logAs }: Options = {},
): [state: Loaded<Data>, loadAgain: () => void, refresh: () => Promise<void>] {
  const [state, setState] = useState<Loaded<Data>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(1);
  const take = useCallback(
    (outcome: Outcome<Data>) => {
      if (!outcome.ok && logAs !== undefined) logFailure(logAs, outcome);
      setState((before) => {
        if (outcome.ok) return { kind: 'loaded', data: outcome.data };
        return keepsLast && before.kind === 'loaded'
          ? before
          : { kind: 'failed', failure: outcome };
      });
    },
    [keepsLast, logAs],
  );
  /** What is awaited; null when not mounted. */
  const awaited = useRef<{ request: () => Promise<void> } | null>(null);
  useEffect(() => {
    let [begun, answered] = [0, 0];
    const request = async () => {
      const turn = ++begun;
      const outcome = await asOutcome(load);
      if (awaited.current !== own || turn < answered) return;
      // Without an answer, an earlier request may still have one.
      if (outcome.ok || !outcome.isOffline) answered = turn;
      take(outcome);
    };
    const own = { request };
    awaited.current = own;
    void request();
    return () => {
      awaited.current = null;
    };
  }, [load, take, attempt, follows]);
  const refresh = useCallback(async () => awaited.current?.request(), []);
  useEffect(() => {
    if (!onReturn) return undefined;
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [onReturn, refresh]);
  const loadAgain = useCallback(() => {
    setState({ kind: 'loading' });
    setAttempt((attempts) => attempts + 1);
  }, []);
  return [state, loadAgain, refresh];
}

/** The loaded data; `meanwhile` before, `otherwise` after a failure. */
export function dataOr<Data, Meanwhile, Otherwise>(
  loaded: Loaded<Data>,
  meanwhile: Meanwhile,
  otherwise: Otherwise,
): Data | Meanwhile | Otherwise {
  if (loaded.kind === 'loaded') return loaded.data;
  return loaded.kind === 'loading' ? meanwhile : otherwise;
}
