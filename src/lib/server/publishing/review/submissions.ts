import { desc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ReviewCheck, ReviewStateBody } from '#shared/contracts/first-publication.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { novelReviews } from '#server/db/schema/reviews.ts';
import { isRefusal, refuse, type Refusal } from '#server/http/refusal.ts';
import { transactionWithDeadlockRetry } from '../studio/deadlock-retry.ts';
import { findOwnNovel, type Author, type NovelRow } from '../studio/own-work.ts';
import { checksOf, listCopied, readyOf } from './checks.ts';

type World = Pick<App, 'db' | 'clock'>;

/** Where a novel stands before its first publication. Refuses as `findOwnNovel`. */
export async function readReview(
  db: Database,
  author: Author,
  novelId: string,
): Promise<ReviewStateBody | Refusal> {
  const novel = await findOwnNovel(db, author, novelId, 'seeDrafts');
  return isRefusal(novel) ? novel : stateOf(db, novel);
}

async function stateOf(db: Database, novel: NovelRow): Promise<ReviewStateBody> {
  const [chapters, last] = [await listCopied(db, novel.id), await lastReview(db, novel.id)];
  const readyChapters = readyOf(chapters).length;
  return {
    isGated: novel.isGated,
    checks: checksOf(novel, readyChapters),
    readyChapters,
    last: last && {
      state: last.state,
      submittedAt: last.submittedAt.toISOString(),
      decidedAt: last.decidedAt?.toISOString() ?? null,
      reason: last.reason,
      firstChapters: last.firstChapters,
    },
  };
}

async function lastReview(db: Database, novelId: string) {
  const [last] = await db
    .select()
    .from(novelReviews)
    .where(eq(novelReviews.novelId, novelId))
    .orderBy(desc(novelReviews.submittedAt), desc(novelReviews.id))
    .limit(1);
  return last ?? null;
}

/**
 * Submits a novel. While it waits, the same again changes nothing. Refuses as `findOwnNovel`, 404 for
 * a novel that needs no acceptance, 409 `REVIEW_INCOMPLETE`.
 */
export async function submitForReview(
  { db, clock }: World,
  author: Author,
  novelId: string,
  { note, firstChapters }: { note: string; firstChapters: number },
): Promise<ReviewStateBody | Refusal> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, 'publish', { hold: true });
    if (isRefusal(novel)) return novel;
    if (!novel.isGated || novel.ownerId === null) {
      return refuse('NOT_FOUND', messages.studio.reviewNotNeeded);
    }
    const before = await stateOf(tx, novel);
    if (before.last?.state === 'waiting') return before;
    const missing = before.checks.filter(({ isDone, isRequired }) => isRequired && !isDone);
    if (missing.length > 0) {
      const errors = missing.map(({ item }) => ({ field: item, message: missingWords[item] }));
      return refuse('REVIEW_INCOMPLETE', messages.studio.reviewIncomplete, { errors });
    }
    await tx.insert(novelReviews).values({
      ...{ id: uuidv7(), novelId, authorId: novel.ownerId, note },
      firstChapters: Math.min(firstChapters, before.readyChapters),
      submittedAt: clock.now(),
    });
    return stateOf(tx, novel);
  });
}

const missingWords: Record<ReviewCheck['item'], string> = {
  title: 'Le roman n’a pas de titre.',
  synopsis: 'Le roman n’a pas de résumé.',
  genres: 'Le roman n’a pas de genre.',
  chapters: 'Le premier chapitre n’a pas encore de titre et de texte.',
  cover: 'Le roman n’a pas de couverture.',
};
