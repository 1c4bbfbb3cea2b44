/**
 * Which way the reader has turned from one chapter to another, as in a book: back, it opens at its last
 * page; on, at its first, wherever they once left it.
 */
type Turn = 'next' | 'previous';

const key = 'page_turn';

/** Opens a chapter by its link, and notes for its page which way. */
export function turnToChapter(link: HTMLAnchorElement, turn: Turn): void {
  try {
    sessionStorage.setItem(key, `${turn} ${link.pathname}`);
  } catch {
    // Without storage the chapter opens as by a link.
  }
  link.click();
}

/** How this page was come to. Read once: a reload, and the way back, are no turns. */
const turn = takeTurn();

/**
 * The turn that led to this text; null for any other way. A premium text may come long after its page:
 * if the reader had something to do before, it opens by that.
 */
export function turnHere(text: HTMLElement): Turn | null {
  const isPremium = text.closest('.reader')?.querySelector('.premium') !== null;
  return isPremium && navigator.userActivation.hasBeenActive ? null : turn;
}

function takeTurn(): Turn | null {
  try {
    const [stored, path] = (sessionStorage.getItem(key) ?? '').split(' ');
    sessionStorage.removeItem(key);
    if (path !== location.pathname) return null;
    return stored === 'next' || stored === 'previous' ? stored : null;
  } catch {
    return null;
  }
}
