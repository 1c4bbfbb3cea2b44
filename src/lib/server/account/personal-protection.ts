/** What protects premium texts: challenges, and the pace of reading. */
import { eq, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/core/db/database.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import {
  challengeLocks,
  challengePasses,
  challenges,
  premiumOpenings,
  readingPaces,
} from '#server/core/db/schema/protection.ts';
import { chapterTitles, deletes, isOf, type Erasure, type PersonalList } from './personal-list.ts';

const isAnswerer = (column: PgColumn) => (_: Database, userId: string) =>
  eq(column, `user:${userId}`);

/** Deletes rows whose subject is the account, not a browser. */
const deletesAnswerer = (column: PgColumn): Erasure => ({
  columns: [column],
  kept: null,
  run: async (tx, userId) => {
    await tx.delete(column.table).where(isAnswerer(column)(tx, userId));
    return [];
  },
});

export const personalProtection: readonly PersonalList[] = [
  {
    key: 'challenges',
    erasure: [deletesAnswerer(challenges.subject)],
    omitted: { correctOption: 'The answer to a question that may still be open.' },
    of: isAnswerer(challenges.subject),
    by: [challenges.id],
  },
  {
    key: 'challengeLocks',
    erasure: [deletesAnswerer(challengeLocks.subject)],
    of: isAnswerer(challengeLocks.subject),
    by: [challengeLocks.subject],
  },
  {
    key: 'challengePasses',
    // Deleted with their sessions.
    erasure: [],
    of: (db, userId) =>
      inArray(
        challengePasses.sessionId,
        db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)),
      ),
    by: [challengePasses.sessionId, challengePasses.chapterId],
  },
  {
    key: 'premiumOpenings',
    erasure: [deletes(premiumOpenings.userId)],
    extra: chapterTitles(premiumOpenings.chapterId),
    of: isOf(premiumOpenings.userId),
    by: [premiumOpenings.chapterId],
  },
  {
    key: 'readingPace',
    erasure: [deletes(readingPaces.userId)],
    of: isOf(readingPaces.userId),
    by: [readingPaces.userId],
  },
];
