import { useEffect, useRef, useState } from 'react';
import { plural } from '#shared/site/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';

type Props = {
  count: number;
  /** When it ends, in milliseconds since 1970. */
  dueAt: number;
  /** What was pressed for it is gone: the focus comes here, as there are only some seconds. */
  takesFocus: boolean;
  onUndo: () => void;
};

const secondsUntil = (dueAt: number): number =>
  Math.max(0, Math.round((dueAt - Date.now()) / 1_000));

/** Takes a deletion back while it waits. */
export function UndoLine({ count, dueAt, takesFocus, onUndo }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(dueAt));
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(secondsUntil(dueAt)), 1_000);
    return () => clearInterval(timer);
  }, [dueAt]);
  return (
    <p>
      <span>
        <span>{`${plural(count, 'chapitre')} à supprimer dans `}</span>
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
