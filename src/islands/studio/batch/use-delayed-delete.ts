import { useCallback, useEffect, useRef, useState } from 'react';
import type { Outcome } from '#browser/outcome.ts';
import type { BatchResult } from '#shared/contracts/studio-batch.ts';
import { sendBatch } from './send-batch.ts';

/** How long a deletion can be taken back. */
export const undoSeconds = 20;

type Ended = (outcome: Outcome<BatchResult>) => void;

/**
 * Deletes chapters once they could have been taken back for some seconds, or as another screen is
 * opened. Until then the server has them: a tab that is closed before deletes nothing.
 */
export function useDelayedDelete(novelId: string, onEnded: Ended) {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const pending = useRef<{ ids: string[]; timer: number } | null>(null);
  const ended = useRef(onEnded);
  useEffect(() => {
    ended.current = onEnded;
  });

  const send = useCallback(() => {
    const now = pending.current;
    if (now === null) return;
    clearTimeout(now.timer);
    pending.current = null;
    void sendBatch(novelId, { action: 'delete', chapterIds: now.ids }).then((outcome) => {
      // Another deletion may wait by now.
      if (pending.current === null) setWaiting([]);
      ended.current(outcome);
    });
  }, [novelId]);
  // Another screen is opened.
  useEffect(() => send, [send]);

  return {
    /** What is about to be deleted: shown no more. */
    waiting,
    start: (ids: string[]) => {
      send();
      pending.current = { ids, timer: window.setTimeout(send, undoSeconds * 1_000) };
      setWaiting(ids);
    },
    undo: () => {
      if (pending.current === null) return;
      clearTimeout(pending.current.timer);
      pending.current = null;
      setWaiting([]);
    },
  };
}
