import { useLayoutEffect, useRef, type ReactNode } from 'react';

type Props = {
  /** Accessible name. */
  label: string;
  /** `StudioLink`s, one of which may be current. */
  children: ReactNode;
};

/** Links as tabs on one line, which scrolls sideways where it is too long; the current one is in sight. */
export function TabLine({ label, children }: Props) {
  const line = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const current = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (!line.current) return;
    line.current.toggleAttribute('data-long', line.current.scrollWidth > line.current.clientWidth);
    if (!current) return;
    const { offsetLeft, offsetWidth } = current;
    line.current.scrollLeft = offsetLeft + offsetWidth / 2 - line.current.clientWidth / 2;
  });
  return (
    <nav className="scope" aria-label={label} ref={line}>
      {children}
    </nav>
  );
}
