import { takeTab, writeTab } from '#browser/stored-values.ts';

/**
 * Which way the reader has turned from one chapter to another, as in a book: back, it opens at its last
 * page; on, at its first, wherever they once left it.
 */
type Turn = 'next' | 'previous';

const key = 'page_turn';
/** A turn that led nowhere, without a connection, is not one by then. */
const lifetimeMs = 30_000;

/** Opens a chapter by its link, and notes for its page which way. */
export function turnToChapter(link: HTMLAnchorElement, turn: Turn): void {
  writeTab(key, `${turn} ${Date.now()} ${link.pathname}`);
  link.click();
}

let turn: Turn | null | undefined;

/**
 * The turn that led to this page, null for any other way: it is noted once, so that a reload and the
 * way back are no turns. A page that is prerendered is not turned to yet.
 */
export function turnHere(): Turn | null {
  if (document.prerendering) return null;
  if (turn === undefined) turn = takeTurn();
  return turn;
}

function takeTurn(): Turn | null {
  const [stored, at, path] = (takeTab(key) ?? '').split(' ');
  if (path !== location.pathname || Date.now() - Number(at) > lifetimeMs) return null;
  return stored === 'next' || stored === 'previous' ? stored : null;
}
