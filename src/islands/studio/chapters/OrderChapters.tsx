import { useEffect, useRef, useState, type PointerEvent, type KeyboardEvent } from 'react';
import { call } from '#browser/call.ts';
import { orderChapters, type StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { useAction } from '#islands/ui/use-action.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import type { Elements } from '#islands/ui/elements.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { ChoosePage } from '../paging/ChoosePage.tsx';
import { TurnPage } from '../paging/TurnPage.tsx';
import { pageOf, useListPages } from '../paging/use-list-pages.ts';
import { rowId } from './chapter-place.ts';
import { titleOf } from './chapter-words.ts';

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
  const [statusText, setStatusText] = useState('');
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
    setStatusText(`${titleOf(chapter)}\u00A0: position ${place + 1} sur ${order.length}.`);
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
    const outcome = await call(orderChapters, {
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
        {statusText}
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

/** The list with the item at `from` moved to `to`; the same list if nothing moves. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.min(items.length - 1, Math.max(0, to));
  const item = items[from];
  if (item === undefined || from === target) return items;
  return items.toSpliced(from, 1).toSpliced(target, 0, item);
}

type OrderRowProps = {
  chapter: StudioChapterBody;
  index: number;
  count: number;
  isDragged: boolean;
  /** @param control which one of the row's buttons and field moves it, in their order */
  onMove: (to: number, control: number) => void;
  onDrag: (isDragged: boolean) => void;
};

/** A chapter that can be moved. The pressed button keeps the focus as it moves. */
function OrderRow({ chapter, index, count, isDragged, onMove, onDrag }: OrderRowProps) {
  const title = titleOf(chapter);
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to, 0);
  };
  return (
    <li id={rowId(chapter._id)} data-dragged={isDragged || undefined}>
      <Button
        variant="icon"
        className="handle"
        aria-label={`Déplacer ${title}, position ${index + 1} sur ${count}`}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          // Only the list handles the pointer's moves.
          event.currentTarget.releasePointerCapture(event.pointerId);
          onDrag(true);
          const drop = () => {
            onDrag(false);
            removeEventListener('pointerup', drop);
            removeEventListener('pointercancel', drop);
          };
          addEventListener('pointerup', drop);
          addEventListener('pointercancel', drop);
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 8h14M5 12h14M5 16h14" />
        </svg>
      </Button>
      <label>
        <span className="visually-hidden">{`Position de ${title}`}</span>
        <input
          className="field-control"
          type="number"
          inputMode="numeric"
          min={1}
          max={count}
          key={index}
          defaultValue={index + 1}
          onBlur={({ currentTarget }) => {
            const wanted = currentTarget.valueAsNumber;
            if (Number.isInteger(wanted)) onMove(wanted - 1, 1);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      </label>
      <span className="order-title">{title}</span>
      <Button
        variant="link"
        aria-label={`Monter ${title}`}
        aria-disabled={index === 0}
        onClick={() => onMove(index - 1, 2)}
      >
        Monter
      </Button>
      <Button
        variant="link"
        aria-label={`Descendre ${title}`}
        aria-disabled={index === count - 1}
        onClick={() => onMove(index + 1, 3)}
      >
        Descendre
      </Button>
    </li>
  );
}
