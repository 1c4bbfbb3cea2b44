import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import type { Outcome } from '#browser/outcome.ts';
import type { BatchResult } from '#shared/contracts/studio-batch.ts';
import { sendBatch } from './send-batch.ts';

/** How long a deletion can be taken back. */
export const undoSeconds = 20;

type Ended = (outcome: Outcome<BatchResult>) => void;
type Deletion = {
  novelId: string;
  ids: readonly string[];
  /** When it is sent, in milliseconds since 1970. */
  dueAt: number;
  timer: number;
  isSent: boolean;
};

/** It outlives the list of chapters, which shows it again when one comes back to it. */
const $deletion = atom<Deletion | null>(null);
/** Of the list that is shown. */
let onEndedHere: Ended | null = null;

async function send(): Promise<void> {
  const deletion = $deletion.get();
  if (deletion === null || deletion.isSent) return;
  clearTimeout(deletion.timer);
  $deletion.set({ ...deletion, isSent: true });
  const { novelId, ids } = deletion;
  const outcome = await sendBatch(novelId, { action: 'delete', chapterIds: [...ids] });
  // Another deletion may wait by now.
  if ($deletion.get()?.ids === ids) $deletion.set(null);
  onEndedHere?.(outcome);
}

/** Takes the deletion back that waits, if one does. */
export function undoDeletion(): void {
  const deletion = $deletion.get();
  if (deletion === null || deletion.isSent) return;
  clearTimeout(deletion.timer);
  $deletion.set(null);
}

/**
 * Deletes chapters once they could have been taken back for some seconds, also while another screen is
 * open. Until then the server has them: a tab that is closed before deletes nothing.
 */
export function useDelayedDelete(novelId: string, onEnded: Ended) {
  const deletion = useStore($deletion);
  const [begunHere, setBegunHere] = useState<readonly string[] | null>(null);
  useEffect(() => {
    onEndedHere = onEnded;
    return () => {
      onEndedHere = null;
    };
  });
  const own = deletion?.novelId === novelId ? deletion : null;
  return {
    /** What is about to be deleted: shown no more. */
    waiting: own?.ids ?? [],
    dueAt: own?.dueAt ?? 0,
    /** It began on this visit of the list. */
    isBegunHere: own?.ids === begunHere,
    start: (ids: readonly string[]) => {
      void send();
      setBegunHere(ids);
      const dueAt = Date.now() + undoSeconds * 1_000;
      const timer = window.setTimeout(() => void send(), undoSeconds * 1_000);
      $deletion.set({ novelId, ids, dueAt, timer, isSent: false });
    },
  };
}
