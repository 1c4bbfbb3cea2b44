import { useCallback, useEffect, useState } from 'react';
import { openChapter, type Opened } from '../../lib/browser/reader/open-chapter.ts';
import { notePassed } from '../../lib/browser/reader/passed-chapters.ts';

/** What a chapter is to the person on the page. */
type Shown = {
  /** Null while the server is asked. */
  opened: Opened | null;
  /** How often something has come of asking. */
  round: number;
  /** It is asked again, and what came of the last time is shown meanwhile. */
  isRetrying: boolean;
};

/**
 * Asks what a chapter is to the person on the page, and again after what they did about it.
 */
export function useOpened(id: string) {
  const [shown, setShown] = useState<Shown>({
    opened: null,
    round: 0,
    isRetrying: false,
  });
  /** Another object asks again. */
  const [wanted, setWanted] = useState<{ sealed: string | null }>({ sealed: null });
  const show = (opened: Opened) =>
    setShown(({ round }) => ({ opened, round: round + 1, isRetrying: false }));

  useEffect(() => {
    let isAwaited = true;
    void openChapter(id, wanted.sealed).then((opened) => {
      if (isAwaited) show(opened);
    });
    return () => {
      isAwaited = false;
    };
  }, [id, wanted]);

  return {
    ...shown,
    /** Asks for everything anew; a failure stays, with the focus in it, until something has come. */
    again: useCallback(() => {
      setShown(({ opened, round }) => {
        const isRetrying = opened?.kind === 'failed';
        return { opened: isRetrying ? opened : null, round, isRetrying };
      });
      setWanted({ sealed: null });
    }, []),
    /** The challenge was passed: asks for the key; what is shown stays meanwhile. */
    pass: useCallback(
      (sealed: string) => {
        notePassed(id);
        setWanted({ sealed });
      },
      [id],
    ),
    suspend: useCallback((lockedUntil: string) => show({ kind: 'suspended', lockedUntil }), []),
  };
}
