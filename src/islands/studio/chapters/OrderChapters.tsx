import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { call } from '#browser/call.ts';
import type { orderChapters, StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { useAction } from '#islands/ui/use-action.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { titleOf } from './chapter-words.ts';
import { moveItem } from './move-item.ts';
import { OrderRow } from './OrderRow.tsx';

type Props = {
  novelId: string;
  chapters: readonly StudioChapterBody[];
  /** Saved, cancelled or outdated; the message to show. */
  onEnded: (sentence: string, kind?: 'success' | 'error') => void;
};

/** Reorders a novel's chapters: by drag, by buttons, by number. Saved in one request. */
export function OrderChapters({ novelId, chapters, onEnded }: Props) {
  const [order, setOrder] = useState<readonly StudioChapterBody[]>(chapters);
  const [told, setTold] = useState('');
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The button that opened this is gone.
    list.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  const isChanged = order.some((chapter, index) => chapter !== chapters[index]);
  const leaveDialog = useLeaveGuard(isChanged, 'Le nouvel ordre des chapitres sera perdu.');

  const move = (chapter: StudioChapterBody, to: number) => {
    const moved = moveItem(order, order.indexOf(chapter), to);
    if (moved === order) return;
    setOrder(moved);
    setTold(
      `${titleOf(chapter)}\u00A0: position ${moved.indexOf(chapter) + 1} sur ${order.length}.`,
    );
  };
  const drag = ({ clientY }: PointerEvent) => {
    const dragged = order.find(({ _id }) => _id === draggedId);
    if (!dragged || !list.current) return;
    scrollNearEdge(clientY);
    const rows = [...list.current.children];
    const over = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return clientY >= top && clientY < bottom;
    });
    if (over >= 0) move(dragged, over);
  };
  const { run, isPending, refusal } = useAction(async () => {
    const outcome = await call<typeof orderChapters>('PUT', '/api/studio/novels/{id}/order', {
      params: { id: novelId },
      body: { chapterIds: order.map(({ _id }) => _id) },
    });
    if (outcome.ok) onEnded('Le nouvel ordre est enregistré.');
    else if (outcome.error === 'CHAPTERS_STALE') onEnded(outcome.message, 'error');
    else return { sentence: outcome.message };
    return null;
  });

  return (
    <>
      <p className="muted">
        Tirez un chapitre par sa poignée, ou déplacez-le avec ses boutons ou son numéro.
      </p>
      <ol className="studio-order" ref={list} onPointerMove={draggedId ? drag : undefined}>
        {order.map((chapter, index) => (
          <OrderRow
            key={chapter._id}
            {...{ chapter, index, count: order.length }}
            isDragged={draggedId === chapter._id}
            onMove={(to) => move(chapter, to)}
            onDrag={(isDragged) => setDraggedId(isDragged ? chapter._id : null)}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {told}
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <div className="actions order-actions">
        <Button aria-disabled={isPending || !isChanged} onClick={() => isChanged && run()}>
          {isPending ? 'Enregistrement…' : 'Enregistrer l’ordre'}
        </Button>
        <Button
          variant="quiet"
          onClick={() => isPending || onEnded('L’ordre des chapitres n’a pas changé.')}
        >
          Annuler
        </Button>
      </div>
      {leaveDialog}
    </>
  );
}

const edgePixels = 80;

/** A long list scrolls while a chapter is dragged at the window's edge. */
function scrollNearEdge(clientY: number): void {
  if (clientY < edgePixels) scrollBy({ top: -12, behavior: 'instant' });
  else if (clientY > innerHeight - edgePixels) scrollBy({ top: 12, behavior: 'instant' });
}
