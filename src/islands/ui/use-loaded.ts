import { useCallback, useEffect, useState } from 'react';
import type { Failure, Outcome } from '#browser/outcome.ts';

/** What became of something that an island loads when it appears. */
export type Loaded<Data> =
  { kind: 'loading' } | { kind: 'loaded'; data: Data } | { kind: 'failed'; failure: Failure };

/**
 * Loads once, and again when asked to.
 * @param load stands still between renders: a function of the module.
 */
export function useLoaded<Data>(
  load: () => Promise<Outcome<Data>>,
): [state: Loaded<Data>, loadAgain: () => void] {
  const [state, setState] = useState<Loaded<Data>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isAwaited = true;
    void load().then((outcome) => {
      if (!isAwaited) return;
      setState(
        outcome.ok ? { kind: 'loaded', data: outcome.data } : { kind: 'failed', failure: outcome },
      );
    });
    return () => {
      isAwaited = false;
    };
  }, [load, attempt]);
  const loadAgain = useCallback(() => {
    setState({ kind: 'loading' });
    setAttempt((attempts) => attempts + 1);
  }, []);
  return [state, loadAgain];
}
