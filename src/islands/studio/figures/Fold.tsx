import { useState, type ReactNode } from 'react';
import { formatCount } from '#shared/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';

/** Longer lists are collapsed at first: hundreds of rows would hide the content below. */
const openMax = 20;

/** The visible chapters, and the button that shows the rest; null if there are none. */
export function useFold<T>(chapters: readonly T[]): [shown: readonly T[], button: ReactNode] {
  const [isOpen, setOpen] = useState(false);
  if (chapters.length <= openMax) return [chapters, null];
  return [
    isOpen ? chapters : chapters.slice(0, openMax),
    <Button
      key="fold"
      variant="quiet"
      className="fold"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen
        ? `Replier après ${openMax}`
        : `Afficher les ${formatCount(chapters.length)} chapitres`}
    </Button>,
  ];
}
