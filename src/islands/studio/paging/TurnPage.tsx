import { useEffect, useRef, type RefObject } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import styles from './pages.css?inline';
import type { ListPages } from './use-list-pages.ts';

adoptStyles(styles);

type Props = {
  /** What a screen reader calls the buttons together. */
  label: string;
  pages: ListPages;
  /** Gets the focus when a page was turned: its name says which one. */
  list: RefObject<HTMLElement | null>;
};

/** The way to the next and the previous page, after a long list; nothing where there is one page. */
export function TurnPage({ label, pages, list }: Props) {
  const { page, pageCount, turn, ranks } = pages;
  const isTurned = useRef(false);
  useEffect(() => {
    if (isTurned.current) list.current?.focus({ preventScroll: true });
    if (isTurned.current) list.current?.scrollIntoView({ behavior: 'instant' });
    isTurned.current = false;
  }, [page, list]);
  if (pageCount === 1) return null;
  const open = (next: number) => {
    if (next < 0 || next >= pageCount) return;
    isTurned.current = true;
    turn(next);
  };
  return (
    <nav className="turn-page" aria-label={label}>
      <Button variant="quiet" isSmall aria-disabled={page === 0} onClick={() => open(page - 1)}>
        Précédents
      </Button>
      <span className="muted">{ranks(page)}</span>
      <Button
        variant="quiet"
        isSmall
        aria-disabled={page === pageCount - 1}
        onClick={() => open(page + 1)}
      >
        Suivants
      </Button>
    </nav>
  );
}
