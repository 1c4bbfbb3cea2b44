import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { addressOf } from '#browser/address-of.ts';
import { flushOnUnload } from '#browser/flush-on-unload.ts';
import type { Outcome } from '#browser/outcome.ts';
import { changeChapters, type BatchResult } from '#shared/contracts/studio-batch.ts';
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

/** The area is left: nothing can be taken back any more. */
function sendOnLeave(): void {
  const deletion = $deletion.get();
  if (deletion === null || deletion.isSent) return;
  const path = addressOf(changeChapters, { params: { id: deletion.novelId } });
  const body = { action: 'delete', chapterIds: deletion.ids };
  if (!flushOnUnload('POST', path, body)) return;
  clearTimeout(deletion.timer);
  $deletion.set({ ...deletion, isSent: true });
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
 * open. Who leaves the area before takes nothing back: it is sent then.
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
    start: (ids: readonly string[], { isAtOnce }: { isAtOnce: boolean }) => {
      void send();
      addEventListener('pagehide', sendOnLeave);
      setBegunHere(ids);
      const waitMs = isAtOnce ? 0 : undoSeconds * 1_000;
      const timer = window.setTimeout(() => void send(), waitMs);
      $deletion.set({ novelId, ids, dueAt: Date.now() + waitMs, timer, isSent: false });
    },
  };
}
