import { useState, type ReactNode } from 'react';
import { formatCount } from '#shared/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';

/** Longer lists are collapsed at first: hundreds of rows would hide the content below. */
const openMax = 20;

/** The visible rows, and the button that shows the rest (`noun`, in the plural); null if there are none. */
export function useFold<T>(
  rows: readonly T[],
  noun = 'chapitres',
): [shown: readonly T[], button: ReactNode] {
  const [isOpen, setOpen] = useState(false);
  if (rows.length <= openMax) return [rows, null];
  return [
    isOpen ? rows : rows.slice(0, openMax),
    <Button
      key="fold"
      variant="quiet"
      className="fold"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {isOpen ? `Replier après ${openMax}` : `Afficher les ${formatCount(rows.length)} ${noun}`}
    </Button>,
  ];
}
