import type { LibraryNovelBody } from '#shared/contracts/library.ts';
import { signedInPerson } from '../session/auth-token.ts';
import { chapterToRead, listResumable, percentOfNovel } from '../reader/place/last-read.ts';

/**
 * Novels of an account, as far as home's “Reprendre” shows them read: the account counts whole
 * chapters, and this device may know how far its reader is in the last one.
 */
export function withDeviceProgress(novels: readonly LibraryNovelBody[]): LibraryNovelBody[] {
  const read = new Map(listResumable(signedInPerson()).map((last) => [last.novelId, last]));
  return novels.map((novel) => {
    const last = read.get(novel._id);
    if (!last || last.id !== novel.lastChapter?._id) return novel;
    const percent = Math.max(novel.percent, percentOfNovel(last));
    const { id, number } = chapterToRead(last);
    const isReadWhole = id !== last.id && novel.nextChapter?._id === last.id;
    if (!isReadWhole) return { ...novel, percent };
    const nextChapter = { _id: id, chapterNumber: number };
    return { ...novel, percent, nextChapter, unread: Math.max(0, novel.unread - 1) };
  });
}
