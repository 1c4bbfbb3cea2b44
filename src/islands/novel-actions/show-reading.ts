import type { z } from 'zod';
import { hideSimilar, markReadBefore, offerToResumeAt } from '#browser/reader/resume.ts';
import type { getLibraryStatus } from '#shared/contracts/library.ts';

type Reading = z.output<(typeof getLibraryStatus)['response']>;

/** On a novel's page, which is static HTML: what the account has read of it, and beside it. */
export function showReading(novelId: string, { nextChapter, knownSimilar }: Reading): void {
  if (nextChapter) {
    offerToResumeAt(novelId, { id: nextChapter._id, number: nextChapter.chapterNumber });
    markReadBefore(nextChapter.chapterNumber);
  }
  hideSimilar((id) => knownSimilar.includes(id));
}
