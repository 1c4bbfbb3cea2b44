import { useEffect, useRef, useState } from 'react';
import { plural } from '#shared/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { undoSeconds } from './use-delayed-delete.ts';

type Props = { count: number; onUndo: () => void };

/**
 * Takes a deletion back while it waits. Focused as it comes: what was pressed for the deletion is
 * gone, and there are only some seconds.
 */
export function UndoLine({ count, onUndo }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [secondsLeft, setSecondsLeft] = useState(undoSeconds);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
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
