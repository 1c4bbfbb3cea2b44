import { useState } from 'react';
import { formatCount } from '#shared/site/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import type { Elements } from '#islands/ui/elements.ts';

/**
 * The visible rows, and the button that shows the rest (`noun`, in the plural); null if there are
 * none. Lists of more than `openMax` are collapsed at first: they would hide the content below.
 */
export function useFold<T>(
  rows: readonly T[],
  noun = 'chapitres',
  openMax = 20,
): [shown: readonly T[], button: Elements] {
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
