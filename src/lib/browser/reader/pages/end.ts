import { columnOf, type Pages } from './page-geometry.ts';

/**
 * Puts the site's footer below the links at the chapter's end, on a page with them or, where both do
 * not fit, on the next one.
 * @returns the number of columns of the whole.
 */
export function layOutEnd(article: HTMLElement, pages: Pages | null): number {
  const links = article.querySelector<HTMLElement>('.turns');
  const footer = document.querySelector<HTMLElement>('body > footer');
  if (!links || !footer) return 1;
  const end = endOfPages();
  end.hidden = pages === null;
  if (!pages) {
    for (const one of [links, footer]) one.removeAttribute('style');
    return 1;
  }
  const columnWidth = pages.width / pages.columns;
  footer.style.width = `${columnWidth}px`;
  const room = footer.offsetHeight;
  const height = [...links.children].reduce(
    (bottom, child) => Math.max(bottom, child.getBoundingClientRect().bottom),
    0,
  );
  const top = links.getBoundingClientRect().top;
  const isTogether = height - top + room < pages.height && links.getClientRects().length === 1;
  links.style.paddingBlockEnd = isTogether ? `${room}px` : '0';
  const last = [...links.getClientRects()].at(-1);
  const x = (last?.left ?? 0) + document.body.scrollLeft;
  const column = columnOf(pages, { x, y: 0 }) + (isTogether ? 0 : 1);
  footer.style.left = `${column * columnWidth}px`;
  // Without it the last page would not be as wide as the others.
  end.style.left = `${Math.ceil((column + 1) / pages.columns) * pages.width - 1}px`;
  return column + 1;
}

function endOfPages(): HTMLElement {
  const there = document.querySelector<HTMLElement>('.end-of-pages');
  if (there) return there;
  const end = document.createElement('div');
  end.className = 'end-of-pages';
  end.ariaHidden = 'true';
  document.body.append(end);
  return end;
}
