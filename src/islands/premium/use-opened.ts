import { useCallback, useEffect, useState } from 'react';
import { openChapter, type Opened } from '#browser/reader/open-chapter.ts';
import { notePassed } from '#browser/reader/passed-chapters.ts';

/** A chapter's access state for the user. */
type Shown = {
  /** Null while loading. */
  opened: Opened | null;
  /** Number of responses so far. */
  round: number;
  /** Caused by a user action: the focus moves along. Otherwise it stays. */
  takesFocus: boolean;
  /** Reloading; the previous result is shown meanwhile. */
  isRetrying: boolean;
};

/** A new object triggers a request. */
type Wanted = { sealed: string | null; isTheirs: boolean };

/**
 * Loads a chapter's access state for the user, and reloads it after their actions.
 */
export function useOpened(id: string) {
  const [shown, setShown] = useState<Shown>({
    opened: null,
    round: 0,
    takesFocus: false,
    isRetrying: false,
  });
  const [wanted, setWanted] = useState<Wanted>({ sealed: null, isTheirs: false });
  const show = (opened: Opened, takesFocus: boolean) =>
    setShown(({ round }) => ({ opened, round: round + 1, takesFocus, isRetrying: false }));

  useEffect(() => {
    let isAwaited = true;
    void openChapter(id, wanted.sealed).then((opened) => {
      if (isAwaited) show(opened, wanted.isTheirs);
    });
    return () => {
      isAwaited = false;
    };
  }, [id, wanted]);

  return {
    ...shown,
    /** Reloads everything; a failure stays shown, with the focus in it, until a response. */
    again: useCallback(() => {
      setShown(({ opened, ...before }) => {
        const isRetrying = opened?.kind === 'failed';
        return { ...before, opened: isRetrying ? opened : null, isRetrying };
      });
      setWanted({ sealed: null, isTheirs: true });
    }, []),
    /** Unlocked elsewhere: reloads; the previous result stays meanwhile. */
    follow: useCallback(() => setWanted({ sealed: null, isTheirs: false }), []),
    /** The challenge was passed: requests the key; the previous result stays meanwhile. */
    pass: useCallback(
      (sealed: string) => {
        notePassed(id);
        setWanted({ sealed, isTheirs: true });
      },
      [id],
    ),
    suspend: useCallback(
      (lockedUntil: string) => show({ kind: 'suspended', lockedUntil }, true),
      [],
    ),
  };
}
