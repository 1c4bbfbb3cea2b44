/** Scroll position of the chapter that was opened from a long list, restored on return. */
import { previousRoute } from '../navigation.ts';

let left = { chapterId: '', top: 0 };

export const rowId = (chapterId: string): string => `chapitre-${chapterId}`;

/** Stores the position of a chapter's row in the window. */
export function leaveFor(chapterId: string): void {
  const row = document.getElementById(rowId(chapterId));
  if (row) left = { chapterId, top: row.getBoundingClientRect().top };
}

/** @returns the chapter of this novel that the user comes back from; null after other navigations. */
export function returnsFrom(novelId: string): string | null {
  const from = previousRoute();
  return from !== null && 'chapterId' in from && from.novelId === novelId ? from.chapterId : null;
}

/** Scrolls the chapter that the user comes back from to its former position and focuses its link. */
export function returnToChapter(novelId: string): void {
  const chapterId = returnsFrom(novelId);
  const row = chapterId === null ? null : document.getElementById(rowId(chapterId));
  if (chapterId === null || row === null) return;
  row.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true });
  const wanted = left.chapterId === chapterId ? left.top : innerHeight / 3;
  // Off-screen rows have an estimated height until they are rendered, which takes a frame or two.
  let frames = 4;
  const bringThere = () => {
    scrollBy({ top: row.getBoundingClientRect().top - wanted, behavior: 'instant' });
    if (frames-- > 0) requestAnimationFrame(bringThere);
  };
  bringThere();
}
