/**
 * The one list of tables with data about people: “Télécharger mes données” shows what it says, erasing an
 * account does what it says, and tests compare it with every table and every reference to a user.
 */
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
import { textsTable } from '../catalogue/chapter-texts.ts';
import { personalMoney } from './personal-money.ts';
import { personalReading } from './personal-reader.ts';
import { personalWork } from './personal-work.ts';
import { type PersonalList, chapterTitles, deletes, isOf, type Erasure } from './personal-list.ts';

/** What protects premium texts: challenges, and the pace of reading. */

const isAnswerer = (column: PgColumn) => (_: Database, userId: string) =>
  eq(column, `user:${userId}`);

/** Deletes rows whose subject is the account, not a browser. */
const deletesAnswerer = (column: PgColumn): Erasure => ({
  columns: [column],
  retained: null,
  run: async (tx, userId) => {
    await tx.delete(column.table).where(isAnswerer(column)(tx, userId));
    return [];
  },
});

const personalProtection: readonly PersonalList[] = [
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

/** In the order in which they are exported and erased. */
export const personalData: readonly PersonalList[] = [
  ...personalReading,
  ...personalMoney,
  ...personalWork,
  ...personalProtection,
];

/** All other tables, and why they have no list of a person’s data. */
export const impersonalTables: Readonly<Record<string, string>> = {
  comment_places: 'The paragraph of a comment; the export shows it with the comment.',
  [textsTable]: 'Of chapters, whose list shows them.',
  held_comments: 'Of comments, whose list says since when one waits.',
  images: 'Files that anybody can fetch; a profile picture stands in the account by its address.',
  free_rules: 'Of a novel: from which day its chapters are free.',
  closed_months: 'Of the whole site: about nobody.',
  stripe_payouts: 'Of the whole site: what Stripe paid to the bank.',
  balance_readings: 'An instant of the server.',
  job_runs: 'Instants of the server.',
  balance_lines: 'Sums and numbers of Stripe; the payments are in the list of purchases.',
  book_accounts: 'The accountant’s numbers of accounts.',
  announcement_days: 'Days on which a novel’s followers were sent an announcement.',
  inbox_entries: 'Which comments an author has read; the comments are in their writers’ exports.',
  image_variants: 'The same files at their widths.',
  text_pictures:
    'Pictures of a novel, named in its texts; its owner exports the files with the novel.',
  text_picture_variants: 'The same files at their widths.',
  picture_objects: 'Random names of these files in a bucket.',
  sign_in_attempts: 'Of a browser, before anybody knows who it is; gone within the hour.',
  view_marks: 'Counted by the anonymous id of a browser, which leads to no account.',
  view_days: 'Totals.',
  novel_views: 'Totals.',
  novel_read_days: 'Totals.',
  view_origins: 'Totals.',
  sitemap_cuts: 'Novels with which files of the sitemap begin.',
  featured_novels: 'The operator’s choice for the front page.',
  releases: 'What came out in a novel, and how far its followers are told.',
  released_chapters: 'The chapters of these.',
  similar_novels: 'Of novels; so many readers in common that it tells of none.',
  rate_limits: 'Keyed hashes of addresses and browsers, for a minute, or an hour for notices.',
  name_uses: 'Of novels: public under a name that their owner did not hold.',
  novel_words: 'Words of novels as the search reads them.',
  name_words: 'The words of their names, each once.',
  content_notices:
    'Typed by anybody, with an address that nobody has proved, so no account’s: evidence for five years after the decision (Code civil, article 2224), then without name and address.',
  stripe_events: 'Numbers, kinds and objects of messages; they name nobody.',
  invoice_counters: 'The last number given per year.',
  acknowledged_gaps: 'Numbers that no document has.',
};
