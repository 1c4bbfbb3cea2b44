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
    const element = line.current;
    const current = element?.querySelector<HTMLElement>('[aria-current]');
    if (!element || !current) return;
    element.scrollLeft = current.offsetLeft + (current.offsetWidth - element.clientWidth) / 2;
  }, []);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    // Measured without the room that the fading edge takes.
    delete element.dataset.long;
    element.toggleAttribute('data-long', element.scrollWidth > element.clientWidth);
  });
  return (
    <nav className="scope" aria-label={label} ref={line}>
      {children}
    </nav>
  );
}
