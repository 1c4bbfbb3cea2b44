import { useState, type ReactNode } from 'react';
import { formatCount } from '#shared/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';

/** More chapters than these are folded at first: a list of hundreds hides what stands below it. */
const openMax = 20;

/** The chapters that are shown, and the button that shows the others; null where there are none. */
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
