/** What the site stores about a user, table by table: the parts of “Télécharger mes données”. */
import { eq, getTableName, inArray, or, sql, type Column, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { announcements, chapterNotes, novelNotes } from '../db/schema/announcements.ts';
import { chapterDrafts, chapters, chapterTexts, novels } from '../db/schema/catalogue.ts';
import {
  commentReports,
  comments,
  hiddenPeople,
  moderationActs,
  withheldComments,
} from '../db/schema/community.ts';
import { blockedReaders, heldComments, heldWords } from '../db/schema/conversation.ts';
import {
  earningShares,
  novelHandovers,
  statementLines,
  statements,
} from '../db/schema/earnings.ts';
import { identities, sessions, users, waitingIdentities } from '../db/schema/identity.ts';
import { items } from '../db/schema/items.ts';
import { bookUploads } from '../db/schema/uploads.ts';
import { chapterVersions } from '../db/schema/versions.ts';
import { invoices } from '../db/schema/invoices.ts';
import { creditTransactions, ledgerEntries, stripeCustomers, unlocks } from '../db/schema/money.ts';
import { mailBounces, noticeSettings, outbox, pushSubscriptions } from '../db/schema/outbox.ts';
import { payoutAccounts, payoutOrders, payouts } from '../db/schema/payouts.ts';
import { novelInvitations, novelMembers } from '../db/schema/people.ts';
import { disputes, withdrawals } from '../db/schema/returns.ts';
import { novelReviews } from '../db/schema/reviews.ts';
import {
  challengeLocks,
  challengePasses,
  challenges,
  premiumOpenings,
  readingPaces,
} from '../db/schema/protection.ts';
import {
  bookmarks,
  chapterLikes,
  favorites,
  followedAuthors,
  libraryEntries,
  openedNovels,
  ratings,
  readingPlaces,
} from '../db/schema/reading.ts';
import { section, type ExportSection } from './export-section.ts';

/** Texts of chapters are tens of kilobytes each. */
const textsPageSizeRows = 25;

const isOf = (column: PgColumn) => (_: Database, userId: string) => eq(column, userId);
const isAnswerer = (column: PgColumn) => (_: Database, userId: string) =>
  eq(column, `user:${userId}`);

/** Drizzle omits the table's name in a field; with several tables it is needed. */
const named = (column: Column): SQL =>
  sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`;

/** A column of another table, from the row whose `key` is this row's `id`. */
const lookUp = (wanted: Column, key: Column, id: Column): SQL =>
  sql`(select ${named(wanted)} from ${key.table} where ${named(key)} = ${named(id)})`;

const novelTitle = (id: Column) => ({ novelTitle: lookUp(novels.title, novels.id, id) });
const chapterTitles = (id: Column) => ({
  chapterTitle: lookUp(chapters.title, chapters.id, id),
  novelTitle: sql`(select ${named(novels.title)} from ${novels}
    join ${chapters} on ${named(chapters.novelId)} = ${named(novels.id)}
    where ${named(chapters.id)} = ${named(id)})`,
});

const ofOwnNovels = (column: PgColumn) => (db: Database, userId: string) =>
  inArray(column, db.select({ id: novels.id }).from(novels).where(eq(novels.ownerId, userId)));
const ofOwnChapters = (column: PgColumn) => (db: Database, userId: string) =>
  inArray(
    column,
    db
      .select({ id: chapters.id })
      .from(chapters)
      .innerJoin(novels, eq(novels.id, chapters.novelId))
      .where(eq(novels.ownerId, userId)),
  );

const moderationOfPerson = (db: Database, userId: string) =>
  or(
    eq(moderationActs.subjectId, userId),
    inArray(
      moderationActs.subjectId,
      db.select({ id: comments.id }).from(comments).where(eq(comments.userId, userId)),
    ),
  );

/** All lists, in the order in which they are written. */
export const exportSections: readonly ExportSection[] = [
  section('account', { table: users, of: isOf(users.id), by: [users.id] }),
  section('identities', {
    table: identities,
    of: isOf(identities.userId),
    by: [identities.provider, identities.subject],
  }),
  section('waitingIdentities', {
    table: waitingIdentities,
    // Of the other sign-in with the user's address: perhaps another person's.
    omitted: ['browserHash', 'subject', 'email'],
    of: isOf(waitingIdentities.userId),
    by: [waitingIdentities.browserHash, waitingIdentities.provider, waitingIdentities.subject],
  }),
  section('sessions', {
    table: sessions,
    // The hash of a secret.
    omitted: ['browserHash'],
    of: isOf(sessions.userId),
    by: [sessions.id],
  }),
  section('readingPlaces', {
    table: readingPlaces,
    extra: chapterTitles(readingPlaces.chapterId),
    of: isOf(readingPlaces.userId),
    by: [readingPlaces.chapterId],
  }),
  section('bookmarks', {
    table: bookmarks,
    extra: chapterTitles(bookmarks.chapterId),
    of: isOf(bookmarks.userId),
    by: [bookmarks.chapterId],
  }),
  section('likes', {
    table: chapterLikes,
    extra: chapterTitles(chapterLikes.chapterId),
    of: isOf(chapterLikes.userId),
    by: [chapterLikes.chapterId],
  }),
  section('favorites', {
    table: favorites,
    extra: novelTitle(favorites.novelId),
    of: isOf(favorites.userId),
    by: [favorites.novelId],
  }),
  section('library', {
    table: libraryEntries,
    extra: {
      ...novelTitle(libraryEntries.novelId),
      lastChapterTitle: lookUp(chapters.title, chapters.id, libraryEntries.lastChapterId),
    },
    of: isOf(libraryEntries.userId),
    by: [libraryEntries.novelId],
  }),
  section('followedAuthors', {
    table: followedAuthors,
    of: isOf(followedAuthors.userId),
    by: [followedAuthors.authorSlug],
  }),
  section('novelTeams', {
    table: novelMembers,
    extra: novelTitle(novelMembers.novelId),
    of: isOf(novelMembers.userId),
    by: [novelMembers.novelId],
  }),
  section('novelInvitations', {
    table: novelInvitations,
    // Of a secret that opens the novel.
    omitted: ['tokenHash'],
    extra: novelTitle(novelInvitations.novelId),
    of: isOf(novelInvitations.invitedBy),
    by: [novelInvitations.id],
  }),
  section('novelReviews', {
    table: novelReviews,
    // Who of the publisher has decided is not about the author.
    omitted: ['decidedBy'],
    extra: novelTitle(novelReviews.novelId),
    of: isOf(novelReviews.authorId),
    by: [novelReviews.id],
  }),
  section('openedNovels', {
    table: openedNovels,
    extra: novelTitle(openedNovels.novelId),
    of: isOf(openedNovels.userId),
    by: [openedNovels.novelId],
  }),
  section('notices', {
    table: noticeSettings,
    of: isOf(noticeSettings.userId),
    by: [noticeSettings.userId],
  }),
  section('pushSubscriptions', {
    table: pushSubscriptions,
    // With these anybody could send messages to the browser.
    omitted: ['endpoint', 'p256dh', 'auth'],
    of: isOf(pushSubscriptions.userId),
    by: [pushSubscriptions.id],
  }),
  section('messages', { table: outbox, of: isOf(outbox.userId), by: [outbox.id] }),
  section('mailBounces', {
    table: mailBounces,
    of: isOf(mailBounces.userId),
    by: [mailBounces.userId],
  }),
  section('ratings', {
    table: ratings,
    extra: novelTitle(ratings.novelId),
    of: isOf(ratings.userId),
    by: [ratings.novelId],
  }),
  section('comments', {
    table: comments,
    lenders: [withheldComments, heldComments],
    // The moderator who removed it: their data.
    omitted: ['removedBy'],
    extra: {
      withheldText: lookUp(withheldComments.text, withheldComments.commentId, comments.id),
      waitsForApprovalSince: lookUp(heldComments.createdAt, heldComments.commentId, comments.id),
      ...chapterTitles(comments.chapterId),
    },
    of: isOf(comments.userId),
    by: [comments.id],
  }),
  section('reportsMade', {
    table: commentReports,
    of: isOf(commentReports.userId),
    by: [commentReports.commentId],
  }),
  section('hiddenPeople', {
    table: hiddenPeople,
    extra: { hiddenName: lookUp(users.displayName, users.id, hiddenPeople.hiddenUserId) },
    of: isOf(hiddenPeople.userId),
    by: [hiddenPeople.hiddenUserId],
  }),
  section('blockedReaders', {
    table: blockedReaders,
    extra: { blockedName: lookUp(users.displayName, users.id, blockedReaders.userId) },
    of: isOf(blockedReaders.authorId),
    by: [blockedReaders.userId],
  }),
  section('blockedBy', {
    table: blockedReaders,
    extra: { authorName: lookUp(users.displayName, users.id, blockedReaders.authorId) },
    of: isOf(blockedReaders.userId),
    by: [blockedReaders.authorId],
  }),
  section('moderationOfMe', {
    table: moderationActs,
    // The moderator who did it: their data.
    omitted: ['actorId'],
    of: moderationOfPerson,
    by: [moderationActs.id],
  }),
  section('moderationByMe', {
    table: moderationActs,
    of: isOf(moderationActs.actorId),
    by: [moderationActs.id],
  }),
  section('unlocks', {
    table: unlocks,
    extra: chapterTitles(unlocks.chapterId),
    of: isOf(unlocks.userId),
    by: [unlocks.chapterId],
  }),
  section('ledger', {
    table: ledgerEntries,
    of: isOf(ledgerEntries.userId),
    by: [ledgerEntries.sequence],
  }),
  section('transactions', {
    table: creditTransactions,
    of: isOf(creditTransactions.userId),
    by: [creditTransactions.createdAt, creditTransactions.id],
  }),
  section('invoices', {
    table: invoices,
    of: (db, userId) =>
      inArray(
        invoices.transactionId,
        db
          .select({ id: creditTransactions.id })
          .from(creditTransactions)
          .where(eq(creditTransactions.userId, userId)),
      ),
    by: [invoices.id],
  }),
  section('disputes', {
    table: disputes,
    of: (db, userId) =>
      inArray(
        disputes.transactionId,
        db
          .select({ id: creditTransactions.id })
          .from(creditTransactions)
          .where(eq(creditTransactions.userId, userId)),
      ),
    by: [disputes.id],
  }),
  section('withdrawals', {
    table: withdrawals,
    // The admin who settled it: their data.
    omitted: ['settledBy'],
    of: isOf(withdrawals.userId),
    by: [withdrawals.id],
  }),
  section('stripeCustomer', {
    table: stripeCustomers,
    of: isOf(stripeCustomers.userId),
    by: [stripeCustomers.userId],
  }),
  section('earningShares', {
    table: earningShares,
    extra: novelTitle(earningShares.novelId),
    // The admin who set it: their data.
    omitted: ['setBy'],
    of: (db, userId) =>
      or(
        eq(earningShares.authorId, userId),
        eq(earningShares.setBy, userId),
        ofOwnNovels(earningShares.novelId)(db, userId),
      ),
    by: [earningShares.id],
  }),
  section('novelHandovers', {
    table: novelHandovers,
    extra: novelTitle(novelHandovers.novelId),
    of: isOf(novelHandovers.fromUserId),
    by: [novelHandovers.id],
  }),
  section('statements', {
    table: statements,
    of: isOf(statements.authorId),
    by: [statements.month],
  }),
  section('statementLines', {
    table: statementLines,
    of: isOf(statementLines.authorId),
    by: [statementLines.id],
  }),
  section('payoutAccount', {
    table: payoutAccounts,
    of: isOf(payoutAccounts.userId),
    by: [payoutAccounts.userId],
  }),
  section('payouts', {
    table: payouts,
    // The admin who settled it: their data.
    omitted: ['settledBy'],
    of: isOf(payouts.authorId),
    by: [payouts.id],
  }),
  section('payoutOrders', {
    table: payoutOrders,
    of: isOf(payoutOrders.createdBy),
    by: [payoutOrders.id],
  }),
  section('items', { table: items, of: isOf(items.creatorId), by: [items.id] }),
  section('novels', { table: novels, of: isOf(novels.ownerId), by: [novels.id] }),
  section('chapters', {
    table: chapters,
    lenders: [chapterTexts],
    extra: { html: lookUp(chapterTexts.html, chapterTexts.chapterId, chapters.id) },
    of: ofOwnNovels(chapters.novelId),
    by: [chapters.id],
    pageSize: textsPageSizeRows,
  }),
  section('workingCopies', {
    table: chapterDrafts,
    of: ofOwnChapters(chapterDrafts.chapterId),
    by: [chapterDrafts.chapterId],
    pageSize: textsPageSizeRows,
  }),
  section('chapterVersions', {
    table: chapterVersions,
    // Of a novel's other people.
    omitted: ['writtenBy'],
    extra: chapterTitles(chapterVersions.chapterId),
    of: ofOwnChapters(chapterVersions.chapterId),
    by: [chapterVersions.id],
    pageSize: textsPageSizeRows,
  }),
  section('versionsByMe', {
    table: chapterVersions,
    // The text of a chapter that its writer may no longer be allowed to read.
    omitted: ['html'],
    extra: chapterTitles(chapterVersions.chapterId),
    of: isOf(chapterVersions.writtenBy),
    by: [chapterVersions.id],
  }),
  section('novelNotes', {
    table: novelNotes,
    of: ofOwnNovels(novelNotes.novelId),
    by: [novelNotes.novelId],
  }),
  section('chapterNotes', {
    table: chapterNotes,
    extra: chapterTitles(chapterNotes.chapterId),
    of: ofOwnChapters(chapterNotes.chapterId),
    by: [chapterNotes.chapterId],
  }),
  section('announcements', {
    table: announcements,
    extra: novelTitle(announcements.novelId),
    of: isOf(announcements.writerId),
    by: [announcements.id],
  }),
  section('heldWords', {
    table: heldWords,
    extra: novelTitle(heldWords.novelId),
    of: ofOwnNovels(heldWords.novelId),
    by: [heldWords.novelId, heldWords.folded],
  }),
  section('uploads', {
    table: bookUploads,
    of: isOf(bookUploads.ownerId),
    by: [bookUploads.id],
  }),
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

/** Tables that are not in the export, and why. A test checks every table against both lists. */
export const notExported: Readonly<Record<string, string>> = {
  images: 'Files that anybody can fetch; a profile picture stands in the account by its address.',
  book_upload_parts: 'The author’s own file, as they sent it, and for a day.',
  free_rules: 'Of a novel: from which day its chapters are free.',
  closed_months: 'Of the whole site: about nobody.',
  announcement_days: 'Days on which a novel’s followers were sent an announcement.',
  inbox_entries: 'Which comments an author has read; the comments are in their writers’ exports.',
  image_variants: 'The same files at their widths.',
  text_pictures:
    'Pictures of a novel, named in its texts; its owner exports the files with the novel.',
  text_picture_variants: 'The same files at their widths.',
  sign_in_attempts: 'Of a browser, before anybody knows who it is; gone within the hour.',
  view_marks: 'Counted by the anonymous id of a browser, which leads to no account.',
  view_days: 'Totals.',
  novel_views: 'Totals.',
  novel_read_days: 'Totals.',
  featured_novels: 'The operator’s choice for the front page.',
  releases: 'What came out in a novel, and how far its followers are told.',
  released_chapters: 'The chapters of these.',
  similar_novels: 'Of novels; so many readers in common that it tells of none.',
  rate_limits: 'Keyed hashes of addresses and browsers, for a minute.',
  novel_words: 'Words of novels as the search reads them.',
  stripe_events: 'Numbers and kinds of messages; they name nobody.',
  invoice_counters: 'The last number given per year.',
  acknowledged_gaps: 'Numbers that no document has.',
};
