import type { ReactNode } from 'react';
import { useLine } from './use-line.ts';

type Props = {
  /** Accessible name. */
  label: string;
  /** Links, one of which may be current. */
  children: ReactNode;
};

/** Links as tabs on one line, which scrolls sideways where it is too long; the current one is in sight. */
export function TabLine({ label, children }: Props) {
  const line = useLine();
  return (
    <nav className="tab-line" aria-label={label} ref={line}>
      {children}
    </nav>
  );
}
