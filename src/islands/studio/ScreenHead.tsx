import { useEffect, useRef, type RefObject } from 'react';
import type { Elements } from '../ui/elements.ts';
import { hasNavigated } from './navigation.ts';
import type { Route } from './route.ts';
import { StudioLink } from './StudioLink.tsx';

type Props = {
  title: string;
  /** Breadcrumb of the screen, from the list on. */
  trail: readonly { to: Route; label: string }[];
  /** Id of the heading, for a field that is focused instead of it. */
  headingId?: string;
  className?: string;
  /** The heading, for who gives it the focus. */
  ref?: RefObject<HTMLHeadingElement | null>;
  children?: Elements;
};

/**
 * The head of a screen: sets the window title, and is focused after navigation from another screen,
 * unless a field is.
 */
export function ScreenHead({ title, trail, headingId, className = '', ref, children }: Props) {
  const own = useRef<HTMLHeadingElement>(null);
  const heading = ref ?? own;
  useEffect(() => {
    if (hasNavigated() && headingId === undefined) heading.current?.focus({ preventScroll: true });
  }, [headingId, heading]);
  useEffect(() => {
    document.title = `${title} · Feuilleton`;
  }, [title]);
  return (
    <header className={`screen-head ${className}`}>
      {trail.length > 0 && (
        <nav aria-label="Fil d’Ariane">
          <ol>
            {trail.map(({ to, label }) => (
              <li key={label}>
                <StudioLink to={to}>{label}</StudioLink>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <h2 id={headingId} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
    </header>
  );
}
