import type { LibraryNovelBody } from '#shared/contracts/library.ts';
import { signedInPerson } from '../auth-token.ts';
import { listResumable, percentOfNovel } from '../reader/last-read.ts';

/**
 * Novels of an account, with how much of them is read in percent as home's “Reprendre” shows it: the
 * account counts whole chapters, and this device may know how far its reader is in the last one.
 */
export function withDeviceProgress(novels: readonly LibraryNovelBody[]): LibraryNovelBody[] {
  const read = new Map(listResumable(signedInPerson()).map((last) => [last.novelId, last]));
  return novels.map((novel) => {
    const last = read.get(novel._id);
    if (!last || last.id !== novel.lastChapter?._id) return novel;
    return { ...novel, percent: Math.max(novel.percent, percentOfNovel(last)) };
  });
}
