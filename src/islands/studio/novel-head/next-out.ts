import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';

type Known = Pick<StudioChapterBody, 'status' | 'publishedAt' | 'chapterNumber'>;

/** The scheduled chapter that comes out first, of several at once the one with the lowest number. */
export function nextOut(
  chapters: readonly Known[],
): { chapterNumber: number; date: Date } | undefined {
  return chapters
    .flatMap(({ status, publishedAt, chapterNumber }) =>
      status === 'scheduled' && publishedAt !== null
        ? [{ chapterNumber, date: new Date(publishedAt) }]
        : [],
    )
    .toSorted(
      (a, b) => a.date.getTime() - b.date.getTime() || a.chapterNumber - b.chapterNumber,
    )[0];
}
