/** What a user is and does as a reader: account, marks, library, messages, comments, moderation. */
import { and, eq, not } from 'drizzle-orm';
import { isAbout } from '#server/community/acts-about.ts';
import { isOfFilter } from '#server/community/held-words.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import {
  commentReports,
  comments,
  hiddenPeople,
  moderationActs,
  reviewVotes,
  withheldComments,
} from '#server/core/db/schema/community.ts';
import { blockedReaders, heldComments } from '#server/core/db/schema/conversation.ts';
import { staffNotes } from '#server/core/db/schema/desk.ts';
import {
  identities,
  sessions,
  staffLinks,
  users,
  waitingIdentities,
} from '#server/core/db/schema/identity.ts';
import { commentPlaces, highlights } from '#server/core/db/schema/margin.ts';
import {
  mailBounces,
  noticeSettings,
  outbox,
  pushSubscriptions,
} from '#server/core/db/schema/outbox.ts';
import { novelInvitations, novelMembers } from '#server/core/db/schema/people.ts';
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
} from '#server/core/db/schema/reading.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import {
  detachComments,
  detachMentions,
  detachReports,
  endSessions,
  eraseFavorites,
  eraseLikes,
  eraseMessages,
  eraseRatings,
  eraseReviewVotes,
  eraseWithheld,
} from './erasures.ts';
import {
  chapterTitles,
  deletes,
  empties,
  isOf,
  retains,
  lookUp,
  novelTitle,
  type PersonalList,
} from './personal-list.ts';

const otherSignIn = 'Of the other sign-in with the user’s address: perhaps another person’s.';
const pushKey = 'With it anybody could send messages to the browser.';
const team = 'Data of the chapter’s team.';
const text = 'Words of a chapter that the reader may no longer be allowed to read.';

export const personalReading: readonly PersonalList[] = [
  {
    key: 'account',
    // `eraseAccount` leaves an empty shell, after all else.
    erasure: [],
    of: isOf(users.id),
    by: [users.id],
  },
  {
    key: 'identities',
    erasure: [deletes(identities.userId)],
    of: isOf(identities.userId),
    by: [identities.provider, identities.subject],
  },
  {
    key: 'waitingIdentities',
    erasure: [deletes(waitingIdentities.userId)],
    omitted: { browserHash: otherSignIn, subject: otherSignIn, email: otherSignIn },
    of: isOf(waitingIdentities.userId),
    by: [waitingIdentities.browserHash, waitingIdentities.provider, waitingIdentities.subject],
  },
  {
    key: 'staffLinks',
    erasure: [deletes(staffLinks.userId)],
    omitted: { tokenHash: 'The hash of a secret.' },
    of: isOf(staffLinks.userId),
    by: [staffLinks.tokenHash],
  },
  {
    key: 'sessions',
    erasure: [endSessions],
    omitted: { browserHash: 'The hash of a secret.' },
    of: isOf(sessions.userId),
    by: [sessions.id],
  },
  {
    key: 'readingPlaces',
    erasure: [deletes(readingPlaces.userId)],
    extra: chapterTitles(readingPlaces.chapterId),
    of: isOf(readingPlaces.userId),
    by: [readingPlaces.chapterId],
  },
  {
    key: 'highlights',
    erasure: [deletes(highlights.userId)],
    extra: chapterTitles(highlights.chapterId),
    of: isOf(highlights.userId),
    by: [highlights.id],
  },
  {
    key: 'readingDays',
    erasure: [deletes(readerDays.userId)],
    extra: novelTitle(readerDays.novelId),
    of: isOf(readerDays.userId),
    by: [readerDays.novelId, readerDays.day],
  },
  {
    key: 'bookmarks',
    erasure: [deletes(bookmarks.userId)],
    extra: chapterTitles(bookmarks.chapterId),
    of: isOf(bookmarks.userId),
    by: [bookmarks.chapterId],
  },
  {
    key: 'likes',
    erasure: [eraseLikes],
    extra: chapterTitles(chapterLikes.chapterId),
    of: isOf(chapterLikes.userId),
    by: [chapterLikes.chapterId],
  },
  {
    key: 'favorites',
    erasure: [eraseFavorites],
    extra: novelTitle(favorites.novelId),
    of: isOf(favorites.userId),
    by: [favorites.novelId],
  },
  {
    key: 'library',
    erasure: [deletes(libraryEntries.userId)],
    extra: {
      ...novelTitle(libraryEntries.novelId),
      lastChapterTitle: lookUp(chapters.title, chapters.id, libraryEntries.lastChapterId),
    },
    of: isOf(libraryEntries.userId),
    by: [libraryEntries.novelId],
  },
  {
    key: 'followedAuthors',
    erasure: [deletes(followedAuthors.userId)],
    of: isOf(followedAuthors.userId),
    by: [followedAuthors.authorSlug],
  },
  {
    key: 'novelTeams',
    erasure: [deletes(novelMembers.userId)],
    extra: novelTitle(novelMembers.novelId),
    of: isOf(novelMembers.userId),
    by: [novelMembers.novelId],
  },
  {
    key: 'novelInvitations',
    erasure: [deletes(novelInvitations.invitedBy)],
    omitted: { tokenHash: 'Of a secret that opens the novel.' },
    extra: novelTitle(novelInvitations.novelId),
    of: isOf(novelInvitations.invitedBy),
    by: [novelInvitations.id],
  },
  {
    key: 'openedNovels',
    erasure: [deletes(openedNovels.userId)],
    extra: novelTitle(openedNovels.novelId),
    of: isOf(openedNovels.userId),
    by: [openedNovels.novelId],
  },
  {
    key: 'notices',
    erasure: [deletes(noticeSettings.userId)],
    of: isOf(noticeSettings.userId),
    by: [noticeSettings.userId],
  },
  {
    key: 'pushSubscriptions',
    erasure: [deletes(pushSubscriptions.userId)],
    omitted: { endpoint: pushKey, p256dh: pushKey, auth: pushKey },
    of: isOf(pushSubscriptions.userId),
    by: [pushSubscriptions.id],
  },
  {
    key: 'messages',
    erasure: [eraseMessages],
    of: isOf(outbox.userId),
    by: [outbox.id],
  },
  {
    key: 'mailBounces',
    erasure: [deletes(mailBounces.userId)],
    of: isOf(mailBounces.userId),
    by: [mailBounces.userId],
  },
  {
    key: 'ratings',
    erasure: [eraseRatings],
    extra: novelTitle(ratings.novelId),
    of: isOf(ratings.userId),
    by: [ratings.novelId],
  },
  {
    key: 'comments',
    erasure: [
      eraseWithheld,
      empties(withheldComments.mentionId),
      detachComments,
      detachMentions,
      retains(comments.removedBy, 'Whether an author or a moderator removed it.'),
    ],
    omitted: { removedBy: 'The moderator who removed it: their data.' },
    extra: {
      withheldText: lookUp(withheldComments.text, withheldComments.commentId, comments.id),
      waitsForApprovalSince: lookUp(heldComments.createdAt, heldComments.commentId, comments.id),
      ...chapterTitles(comments.chapterId),
      paragraph: lookUp(commentPlaces.paragraph, commentPlaces.commentId, comments.id),
      reviewedNovel: lookUp(novels.title, novels.id, comments.novelId),
    },
    of: isOf(comments.userId),
    by: [comments.id],
  },
  {
    key: 'usefulReviews',
    erasure: [eraseReviewVotes],
    of: isOf(reviewVotes.userId),
    by: [reviewVotes.commentId],
  },
  {
    key: 'reportsMade',
    erasure: [detachReports],
    // Not those of the filter in an author's name.
    of: (_, userId) => and(eq(commentReports.userId, userId), not(isOfFilter)),
    by: [commentReports.commentId],
  },
  {
    key: 'typosReported',
    erasure: [deletes(typoReports.userId), empties(typoReports.decidedBy)],
    omitted: { before: text, after: text, decidedBy: team, readAt: team },
    extra: chapterTitles(typoReports.chapterId),
    of: isOf(typoReports.userId),
    by: [typoReports.id],
  },
  {
    key: 'hiddenPeople',
    erasure: [deletes(hiddenPeople.userId, hiddenPeople.hiddenUserId)],
    extra: { hiddenName: lookUp(users.displayName, users.id, hiddenPeople.hiddenUserId) },
    of: isOf(hiddenPeople.userId),
    by: [hiddenPeople.hiddenUserId],
  },
  {
    key: 'blockedReaders',
    erasure: [deletes(blockedReaders.authorId, blockedReaders.userId)],
    extra: { blockedName: lookUp(users.displayName, users.id, blockedReaders.userId) },
    of: isOf(blockedReaders.authorId),
    by: [blockedReaders.userId],
  },
  {
    key: 'blockedBy',
    erasure: [],
    extra: { authorName: lookUp(users.displayName, users.id, blockedReaders.authorId) },
    of: isOf(blockedReaders.userId),
    by: [blockedReaders.authorId],
  },
  {
    key: 'moderationOfMe',
    erasure: [retains(moderationActs.actorId, 'Never changed; the shell has no name.')],
    omitted: { actorId: 'The moderator who did it: their data.' },
    of: (_, userId) => isAbout(moderationActs.subjectId, userId),
    by: [moderationActs.id],
  },
  {
    key: 'moderationByMe',
    erasure: [],
    of: isOf(moderationActs.actorId),
    by: [moderationActs.id],
  },
  {
    key: 'notesOfStaff',
    erasure: [deletes(staffNotes.userId), empties(staffNotes.writerId)],
    omitted: { writerId: 'The member of staff who wrote it: their data.' },
    of: isOf(staffNotes.userId),
    by: [staffNotes.id],
  },
];
