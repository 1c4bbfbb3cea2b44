import { useEffect, useRef, useState } from 'react';
import { plural } from '#shared/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { undoSeconds } from './use-delayed-delete.ts';

type Props = {
  count: number;
  /** When it ends, in milliseconds since 1970. */
  dueAt: number;
  onUndo: () => void;
};

const secondsUntil = (dueAt: number): number =>
  Math.max(0, Math.round((dueAt - Date.now()) / 1_000));

/**
 * Takes a deletion back while it waits. Focused as it begins: what was pressed for it is gone, and
 * there are only some seconds.
 */
export function UndoLine({ count, dueAt, onUndo }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(dueAt));
  useEffect(() => {
    if (secondsUntil(dueAt) === undoSeconds) button.current?.focus({ preventScroll: true });
    const timer = setInterval(() => setSecondsLeft(secondsUntil(dueAt)), 1_000);
    return () => clearInterval(timer);
  }, [dueAt]);
  return (
    <p>
      <span>
        {`${plural(count, 'chapitre')} à supprimer dans `}
        {/* Not said again each second. */}
        <span aria-hidden="true">{`${secondsLeft}\u00A0s`}</span>
        <span className="visually-hidden">quelques secondes</span>
        {'. '}
      </span>
      <Button variant="link" ref={button} onClick={onUndo}>
        Annuler
      </Button>
    </p>
  );
}
