/** What of a library is shown, and in which order. */
import type { LibraryNovelBody } from '#shared/contracts/library.ts';
import { plural } from '#shared/site/formats.ts';
import { unreadCountedMax } from '#shared/constants.ts';

export const sorts = [
  { value: 'recent', label: 'Lus récemment' },
  { value: 'title', label: 'Titre' },
  { value: 'progress', label: 'Progression' },
  { value: 'news', label: 'Nouveautés' },
] as const;
export type Sort = (typeof sorts)[number]['value'];

/** What the reader looks for, and the order they want. */
export type Tools = { text: string; sort: Sort };

type Compare = (a: LibraryNovelBody, b: LibraryNovelBody) => number;

const byReading: Compare = (a, b) => (b.lastReadAt ?? '').localeCompare(a.lastReadAt ?? '');
const orders: Record<Sort, Compare> = {
  recent: byReading,
  title: (a, b) => a.title.localeCompare(b.title, 'fr', { numeric: true }),
  progress: (a, b) => b.percent - a.percent || byReading(a, b),
  news: (a, b) => b.newChapters - a.newChapters || byReading(a, b),
};

/** Sorted; what is equal keeps its order, the last changed first. */
export const sortNovels = (novels: readonly LibraryNovelBody[], sort: Sort) =>
  novels.toSorted(orders[sort]);

/** Those whose title or author has every word, whatever its accents and capitals. */
export function findNovels(
  novels: readonly LibraryNovelBody[],
  text: string,
): readonly LibraryNovelBody[] {
  const words = plain(text).split(' ').filter(Boolean);
  if (words.length === 0) return novels;
  return novels.filter(({ title, authorName }) => {
    const names = plain(`${title} ${authorName}`);
    return words.every((word) => names.includes(word));
  });
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/[’'\s]+/g, ' ')
    .toLocaleLowerCase('fr');

/** What there is to read in a novel, in words. */
export function unreadWords(
  novel: Pick<LibraryNovelBody, 'newChapters' | 'unread' | 'chapterCount' | 'novelStatus'>,
): string {
  const { newChapters, unread, chapterCount, novelStatus } = novel;
  if (newChapters > 0) {
    const words = plural(newChapters, 'nouveau chapitre', 'nouveaux chapitres');
    return newChapters < unreadCountedMax ? words : `au moins\u00A0${words}`;
  }
  if (chapterCount === 0) return 'à paraître';
  if (unread > 0) return `${plural(unread, 'chapitre')} à lire`;
  return novelStatus === 'completed' ? 'tout est lu' : 'à jour';
}
