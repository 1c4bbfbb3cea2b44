import { useCallback, useEffect, useState } from 'react';
import { openChapter, type Opened } from '#browser/reader/open-chapter.ts';
import { notePassed } from '#browser/reader/passed-chapters.ts';

/** What a chapter is to the person on the page. */
type Shown = {
  /** Null while the server is asked. */
  opened: Opened | null;
  /** How often something has come of asking. */
  round: number;
  /** It came of what the person did here: the focus goes along. It stays for what came by itself. */
  takesFocus: boolean;
  /** It is asked again, and what came of the last time is shown meanwhile. */
  isRetrying: boolean;
};

/** Another object asks again. */
type Wanted = { sealed: string | null; isTheirs: boolean };

/**
 * Asks what a chapter is to the person on the page, and again after what they did about it.
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
    /** Asks for everything anew; a failure stays, with the focus in it, until something has come. */
    again: useCallback(() => {
      setShown(({ opened, ...before }) => {
        const isRetrying = opened?.kind === 'failed';
        return { ...before, opened: isRetrying ? opened : null, isRetrying };
      });
      setWanted({ sealed: null, isTheirs: true });
    }, []),
    /** Something was unlocked elsewhere: asks anew; what is shown stays meanwhile. */
    follow: useCallback(() => setWanted({ sealed: null, isTheirs: false }), []),
    /** The challenge was passed: asks for the key; what is shown stays meanwhile. */
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
