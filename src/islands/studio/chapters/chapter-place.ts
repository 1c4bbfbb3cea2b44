/** Where in a long list a chapter stood as one left for it: there one goes on afterwards. */
import { previousRoute } from '../navigation.ts';

let left = { chapterId: '', top: 0 };

export const rowId = (chapterId: string): string => `chapitre-${chapterId}`;

/** Remembers where in the window a chapter's row stands. */
export function leaveFor(chapterId: string): void {
  const row = document.getElementById(rowId(chapterId));
  if (row) left = { chapterId, top: row.getBoundingClientRect().top };
}

/**
 * Brings the chapter that one comes back from to where it stood and gives its link the focus. Nothing
 * where one comes from elsewhere.
 */
export function returnToChapter(novelId: string): void {
  const from = previousRoute();
  if (from === null || !('chapterId' in from) || from.novelId !== novelId) return;
  const { chapterId } = from;
  const row = document.getElementById(rowId(chapterId));
  if (row === null) return;
  focusChapter(chapterId);
  const wanted = left.chapterId === chapterId ? left.top : innerHeight / 3;
  // Rows out of sight have a guessed height until they are drawn, which takes a frame or two.
  let frames = 4;
  const bringThere = () => {
    scrollBy({ top: row.getBoundingClientRect().top - wanted, behavior: 'instant' });
    if (frames-- > 0) requestAnimationFrame(bringThere);
  };
  bringThere();
}

/** @returns whether the chapter is in the list. */
export function focusChapter(chapterId: string): boolean {
  const link = document.getElementById(rowId(chapterId))?.querySelector<HTMLElement>('h3 a');
  link?.focus({ preventScroll: true });
  return link !== undefined && link !== null;
}
