import { useCallback, useReducer } from 'react';
import { openChapter, type Opened } from '#browser/reader/open-chapter.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';

/** What to load. */
type Wanted = {
  /** How often something was wanted before. */
  round: number;
  /** The encrypted text, if only its key is missing. */
  encrypted: string | null;
  /** A suspension that is known already. */
  known: Opened | null;
  /** Caused by a user action: the focus moves along. Otherwise it stays. */
  takesFocus: boolean;
  /** Hides the previous result while loading; a failure stays visible. */
  isAnew: boolean;
};

const quietly = { encrypted: null, known: null, takesFocus: false, isAnew: false };

/**
 * Loads a chapter's access state for the user, and reloads it after their actions. `opened` is null
 * while loading; `isRetrying` while a failure is shown until the response.
 */
export function useOpened(id: string) {
  const [wanted, want] = useReducer(
    ({ round }: Wanted, change: Partial<Wanted>) => ({ ...quietly, ...change, round: round + 1 }),
    { ...quietly, round: 0 },
  );
  const load = useCallback(async () => {
    const opened = wanted.known ?? (await openChapter(id, wanted.encrypted));
    return { ok: true as const, data: { ...wanted, opened } };
  }, [id, wanted]);
  const last = dataOr(useLoaded(load)[0], null, null);
  const isAnew = wanted.isAnew && last?.round !== wanted.round;
  const isRetrying = isAnew && last?.opened.kind === 'failed';

  return {
    opened: last === null || (isAnew && !isRetrying) ? null : last.opened,
    round: last?.round ?? 0,
    takesFocus: last?.takesFocus ?? false,
    isRetrying,
    /** Reloads everything; a failure stays shown, with the focus in it, until a response. */
    again: () => want({ takesFocus: true, isAnew: true }),
    /** Unlocked here: the gate stays until the text is there. */
    enter: () => want({ takesFocus: true }),
    /** Unlocked elsewhere: reloads; the previous result stays meanwhile. */
    follow: useCallback(() => want({}), []),
    /** The challenge was passed: requests the key; the previous result stays meanwhile. */
    pass: (encrypted: string) => want({ encrypted, takesFocus: true }),
    suspend: (lockedUntil: string) =>
      want({ known: { kind: 'suspended', lockedUntil }, takesFocus: true }),
  };
}
