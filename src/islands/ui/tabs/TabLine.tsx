import type { ReactNode } from 'react';
import { useLine } from './use-line.ts';

type Props = {
  /** Accessible name. */
  label: string;
  /** They choose what of a screen is shown, below the tabs that choose the screen. */
  isOfFilters?: boolean;
  /** Links, one of which may be current. */
  children: ReactNode;
};

/** Links as tabs on one line, which scrolls sideways where it is too long; the current one is in sight. */
export function TabLine({ label, isOfFilters = false, children }: Props) {
  const line = useLine();
  return (
    <nav className={isOfFilters ? 'tab-line is-filters' : 'tab-line'} aria-label={label} ref={line}>
      {children}
    </nav>
  );
}
