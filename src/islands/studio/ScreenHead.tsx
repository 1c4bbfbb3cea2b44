import { useEffect, useRef, type ReactNode } from 'react';
import { hasNavigated } from './navigation.ts';
import type { Route } from './route.ts';
import { StudioLink } from './StudioLink.tsx';

type Props = {
  title: string;
  /** Where the screen hangs, from the list on. */
  trail: readonly { to: Route; label: string }[];
  children?: ReactNode;
};

/** The head of a screen: names the window, and takes the focus where another screen came before. */
export function ScreenHead({ title, trail, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · Feuilleton`;
  }, [title]);
  return (
    <header className="screen-head">
      <nav aria-label="Fil d’Ariane">
        <ol>
          {trail.map(({ to, label }) => (
            <li key={label}>
              <StudioLink to={to}>{label}</StudioLink>
            </li>
          ))}
        </ol>
      </nav>
      <h2 tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
    </header>
  );
}
