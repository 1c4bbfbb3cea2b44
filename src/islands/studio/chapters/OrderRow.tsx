import type { KeyboardEvent } from 'react';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { rowId } from './chapter-place.ts';
import { titleOf } from './chapter-words.ts';

type Props = {
  chapter: StudioChapterBody;
  index: number;
  count: number;
  isDragged: boolean;
  /** @param control which one of the row's buttons and field moves it, in their order */
  onMove: (to: number, control: number) => void;
  onDrag: (isDragged: boolean) => void;
};

/** A chapter that can be moved. The pressed button keeps the focus as it moves. */
export function OrderRow({ chapter, index, count, isDragged, onMove, onDrag }: Props) {
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
