import type { MouseEvent, ReactNode } from 'react';
import { goTo } from './navigation.ts';
import { addressOf, type Route } from './route.ts';

type Props = {
  to: Route;
  className?: string;
  /** It links to the current screen. */
  isCurrent?: boolean;
  children: ReactNode;
};

/** A link to a screen: a real address, which a plain click opens without a page load. */
export function StudioLink({ to, className, isCurrent = false, children }: Props) {
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0)
      return;
    event.preventDefault();
    void goTo(to);
  };
  return (
    <a
      href={addressOf(to)}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
    >
      {children}
    </a>
  );
}
