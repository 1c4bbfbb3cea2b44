import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { call } from '#browser/call.ts';
import type { orderChapters, StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { useAction } from '#islands/ui/use-action.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import type { Elements } from '#islands/ui/elements.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { rowId } from './chapter-place.ts';
import { titleOf } from './chapter-words.ts';
import { moveItem } from './move-item.ts';
import { OrderRow } from './OrderRow.tsx';
import { ChoosePage } from '../paging/ChoosePage.tsx';
import { TurnPage } from '../paging/TurnPage.tsx';
import { pageOf, useListPages } from '../paging/use-list-pages.ts';

type Props = {
  novelId: string;
  chapters: readonly StudioChapterBody[];
  /** Saved, cancelled or outdated; the message to show. */
  onEnded: (sentence: string, kind?: 'success' | 'error') => void;
  /** What was done, in sight above the buttons. */
  notice: Elements;
};

/** Reorders a novel's chapters: by drag, by buttons, by number. Saved in one request. */
export function OrderChapters({ novelId, chapters, onEnded, notice }: Props) {
  const [order, setOrder] = useState<readonly StudioChapterBody[]>(chapters);
  const [told, setTold] = useState('');
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const pages = useListPages(order);
  const list = useRef<HTMLOListElement>(null);
  const followed = useRef<{ id: string; isTurned: boolean; control: number } | null>(null);
  useEffect(() => {
    const moved = followed.current;
    followed.current = null;
    const row = moved && document.getElementById(rowId(moved.id));
    if (!row) return;
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    // On another page the row is a new one.
    if (moved.isTurned) row.querySelectorAll<HTMLElement>('button, input')[moved.control]?.focus();
  }, [order]);
  useEffect(() => {
    // The button that opened this is gone.
    list.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  const isChanged = order.some((chapter, index) => chapter !== chapters[index]);
  const leaveDialog = useLeaveGuard(isChanged, 'Le nouvel ordre des chapitres sera perdu.');

  /** @param control what moved it, of the row's; null for a drag, which stays on its page */
  const move = (chapter: StudioChapterBody, to: number, control: number | null = null) => {
    const moved = moveItem(order, order.indexOf(chapter), to);
    if (moved === order) return;
    const place = moved.indexOf(chapter);
    setOrder(moved);
    setTold(`${titleOf(chapter)}\u00A0: position ${place + 1} sur ${order.length}.`);
    if (control === null) return;
    const isTurned = pageOf(place) !== pages.page;
    followed.current = { id: chapter._id, isTurned, control };
    pages.turn(pageOf(place));
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
    if (over >= 0) move(dragged, pages.offset + over);
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
      <div className="order-page">
        <ChoosePage pages={pages} />
      </div>
      <ol
        className="studio-order"
        ref={list}
        tabIndex={-1}
        aria-label={pages.name('Chapitres')}
        onPointerMove={draggedId ? drag : undefined}
      >
        {pages.items.map((chapter, row) => (
          <OrderRow
            key={chapter._id}
            chapter={chapter}
            index={pages.offset + row}
            count={order.length}
            isDragged={draggedId === chapter._id}
            onMove={(to, control) => move(chapter, to, control)}
            onDrag={(isDragged) => setDraggedId(isDragged ? chapter._id : null)}
          />
        ))}
      </ol>
      <TurnPage label="Pages des chapitres" pages={pages} list={list} />
      <p role="status" className="visually-hidden">
        {told}
      </p>
      <FailureNotice sentence={refusal?.sentence ?? ''} />
      <div className="actions order-actions">
        {notice}
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
