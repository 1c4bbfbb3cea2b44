/** What protects premium texts: challenges, and the pace of reading. */
import { eq, inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { sessions } from '../db/schema/identity.ts';
import {
  challengeLocks,
  challengePasses,
  challenges,
  premiumOpenings,
  readingPaces,
} from '../db/schema/protection.ts';
import { section, type ExportSection } from './export-section.ts';
import { isOf, chapterTitles } from './export-selections.ts';

const isAnswerer = (column: PgColumn) => (_: Database, userId: string) =>
  eq(column, `user:${userId}`);

/** In the order in which they are written. */
export const protectionSections: readonly ExportSection[] = [
  section('challenges', {
    table: challenges,
    // The answer to a question that may still be open.
    omitted: ['correctOption'],
    of: isAnswerer(challenges.subject),
    by: [challenges.id],
  }),
  section('challengeLocks', {
    table: challengeLocks,
    of: isAnswerer(challengeLocks.subject),
    by: [challengeLocks.subject],
  }),
  section('challengePasses', {
    table: challengePasses,
    of: (db, userId) =>
      inArray(
        challengePasses.sessionId,
        db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)),
      ),
    by: [challengePasses.sessionId, challengePasses.chapterId],
  }),
  section('premiumOpenings', {
    table: premiumOpenings,
    extra: chapterTitles(premiumOpenings.chapterId),
    of: isOf(premiumOpenings.userId),
    by: [premiumOpenings.chapterId],
  }),
  section('readingPace', {
    table: readingPaces,
    of: isOf(readingPaces.userId),
    by: [readingPaces.userId],
  }),
];
