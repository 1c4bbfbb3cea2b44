import { useEffect, useRef } from 'react';
import { plural } from '#shared/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';

type Props = { count: number; onUndo: () => void };

/**
 * Takes a deletion back while it waits. Focused as it comes: what was pressed for the deletion is
 * gone, and there are only some seconds.
 */
export function UndoLine({ count, onUndo }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <p>
      <span>{`${plural(count, 'chapitre')} à supprimer dans quelques secondes. `}</span>
      <Button variant="link" ref={button} onClick={onUndo}>
        Annuler
      </Button>
    </p>
  );
}
