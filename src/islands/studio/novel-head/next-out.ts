import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';

type Known = Pick<StudioChapterBody, 'status' | 'publishedAt' | 'chapterNumber'>;

/**
 * The scheduled chapter that comes out first, of several at once the one with the lowest number. Not one
 * whose hour has passed: its novel waits for an acceptance.
 */
export function nextOut(
  chapters: readonly Known[],
  now: number,
): { chapterNumber: number; date: Date } | undefined {
  return chapters
    .flatMap(({ status, publishedAt, chapterNumber }) =>
      status === 'scheduled' && publishedAt !== null && Date.parse(publishedAt) > now
        ? [{ chapterNumber, date: new Date(publishedAt) }]
        : [],
    )
    .toSorted(
      (a, b) => a.date.getTime() - b.date.getTime() || a.chapterNumber - b.chapterNumber,
    )[0];
}
