/** What a user is and does as a reader: account, marks, library, messages, comments, moderation. */
import { eq, inArray, or } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { chapters } from '../db/schema/catalogue.ts';
import {
  commentReports,
  comments,
  hiddenPeople,
  moderationActs,
  withheldComments,
} from '../db/schema/community.ts';
import { blockedReaders, heldComments } from '../db/schema/conversation.ts';
import { identities, sessions, users, waitingIdentities } from '../db/schema/identity.ts';
import { mailBounces, noticeSettings, outbox, pushSubscriptions } from '../db/schema/outbox.ts';
import { novelInvitations, novelMembers } from '../db/schema/people.ts';
import {
  bookmarks,
  chapterLikes,
  favorites,
  followedAuthors,
  libraryEntries,
  openedNovels,
  ratings,
  readerDays,
  readingPlaces,
} from '../db/schema/reading.ts';
import { typoReports } from '../db/schema/typos.ts';
import { section, type ExportSection } from './export-section.ts';
import { isOf, lookUp, novelTitle, chapterTitles } from './export-selections.ts';

const moderationOfPerson = (db: Database, userId: string) =>
  or(
    eq(moderationActs.subjectId, userId),
    inArray(
      moderationActs.subjectId,
      db.select({ id: comments.id }).from(comments).where(eq(comments.userId, userId)),
    ),
  );

/** In the order in which they are written. */
export const readerSections: readonly ExportSection[] = [
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
  section('readingDays', {
    table: readerDays,
    extra: novelTitle(readerDays.novelId),
    of: isOf(readerDays.userId),
    by: [readerDays.novelId, readerDays.day],
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
    lenders: ['withheld_comments', 'held_comments'],
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
  section('typosReported', {
    table: typoReports,
    // Words of a chapter that the reader may no longer be allowed to read, and its team's data.
    omitted: ['before', 'after', 'decidedBy', 'readAt'],
    extra: chapterTitles(typoReports.chapterId),
    of: isOf(typoReports.userId),
    by: [typoReports.id],
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
];
