/** Limits and sizes of the specification, section 9, and of the design. Units last. */
export const chapterPageSize = 10;
export const descriptionPreviewCharacters = 120;
export const novelsPageSize = 24;
export const novelsPageSizeMax = 60;
/** How many novels of one search are counted and listed, and the longest search text. */
export const catalogueFoundMax = 1_000;
export const searchTextCharacters = 80;
/** Genres or tags that one search may ask for, and as many that it may shut out. */
export const catalogueNamesMax = 5;
/** Suggestions under a search field, and how many characters they are asked from. */
export const suggestionsMax = 6;
export const suggestionsFrom = 2;
/** “Si vous avez aimé”: novels shown beside one. */
export const similarNovelsMax = 6;
/** Novels of an author that are counted and listed, and as many translations. */
export const personNovelsMax = 1_000;
/** Words of a search among a novel's chapters that count; each costs a look at every title. */
export const searchWordsMax = 8;
/** With no more results than these, a search also matches words with similar spelling. */
export const fewFoundMax = 4;
export const chaptersListMax = 5_000;
/** A page of the reader's list of chapters, the largest one, and how many parts a list tells of. */
export const chapterPanelPageSize = 50;
export const chapterPageSizeMax = 100;
export const novelPartsMax = 200;
export const bookmarksListMax = 60;
/**
 * A library: novels on a page, pages that a browser asks for, chapters in its history, chapters after
 * the last one read that are looked at of a novel, the newest first, and what a device hands over at sign-in.
 */
export const libraryPageSize = 100;
export const libraryPagesMax = 10;
export const historyListMax = 60;
/** Withdrawn chapters that a reader keeps: more than anybody has unlocked of a few novels. */
export const withdrawnListMax = 2_000;
export const unreadCountedMax = 100;
export const deviceReadingMax = 200;
/** Authors whom a reader follows, in the list of their library. */
export const followedAuthorsListMax = 500;
/**
 * New chapters: favourites that are checked, and novels of followed authors; authors that are looked
 * at, and novels of each, the newest; novels listed, chapters counted of each.
 */
export const favoritesWatchedMax = 500;
export const authorNovelsWatchedMax = 500;
export const authorsWatchedMax = 100;
export const novelsOfAuthorWatchedMax = 24;
export const newChaptersListMax = 24;
export const newChaptersOfNovelMax = 100;
/** Threads on one page of a chapter's comments. */
export const commentThreadsPageSize = 20;
/** Threads included with a chapter, for clients that read them there (specification, section 7). */
export const chapterThreadsMax = 10;
/** Replies included with a thread, and on each further page of it. */
export const commentRepliesPageSize = 10;
export const commentRepliesMorePageSize = 50;
/** The specification bounds neither. Code points, as `comment-text.ts` counts them. */
/** Of a review and its answer, in the same characters; and how many chapters its writer has opened. */
export const reviewLimits = {
  title: { min: 1, max: 120 },
  text: { min: 100, max: 5_000 },
  answer: { min: 1, max: 2_000 },
  chapters: 5,
} as const;
export const reviewsPageSize = 20;
export const commentLimits = { textCharacters: 2_000, reasonCharacters: 500 } as const;
/** Credits that one act gives or takes, at most. */
export const adjustmentCreditsMax = 100_000;
/** Rows of each list of the desk, and entries on a page of its log. */
export const deskListMax = 20;
/** Notes of the staff about one person. */
export const staffNotesMax = 500;
export const deskLogPageSize = 50;
/** Entries on a page of an author's inbox, and where its counts stop. */
export const inboxPageSize = 20;
export const inboxCountMax = 100;
/** Entries that are marked as read at once. */
export const inboxReadMax = 50;
/** Novels in the inbox's filter. */
export const inboxNovelsMax = 200;
export const blockedReadersPageSize = 50;
/** The longest period of an author's figures, in days. */
export const periodDaysMax = 366;
/** No figures are older; before it days are not written as four digits of a year. */
export const firstPeriodDay = '2000-01-01';
/** An author's note before or after a chapter, in characters. */
export const noteCharactersMax = 1_000;
/** “Précédemment” and the persons of a chapter; how many a reader is shown (decision 156). */
export const recapLimits = {
  characters: 400,
  castCharacters: 2_000,
  shown: 3,
  people: 300,
} as const;
/** Who has not read a novel for so long may have forgotten it. */
export const recapAfterMs = 7 * 86_400_000;
export const announcementLimits = {
  titleCharacters: 120,
  textCharacters: 4_000,
  ofNovel: 500,
} as const;
/** Readers are told of a planned withdrawal so many days before, at least. */
export const leavingNoticeDays = 14;
export const announcementsPageSize = 20;
/** Announcements on a novel's page. */
export const announcementsShown = 3;
/**
 * A report of a typo: the wrong words, what they should be, a remark; and how much of the paragraph
 * on each side of the words is kept with it.
 */
export const typoLimits = {
  wrongCharacters: 200,
  correctionCharacters: 300,
  remarkCharacters: 500,
  aroundCharacters: 240,
} as const;
/** Reports on a page of a reader's own. */
export const ownTyposPageSize = 20;
/** Words of a novel that hold comments. */
export const heldWordLimits = { words: 200, characters: 60 } as const;
/** Comments on a page of the moderators' list, and reasons of each. */
export const reportedCommentsPageSize = 20;
export const reportReasonsShown = 10;
/** Notices of illegal content on a page of the moderators' list. */
export const contentNoticesPageSize = 20;
/** Accounts in the list of those that opened premium chapters too fast. */
export const noticedPacesMax = 100;
/** Withdrawals to be paid by bank transfer, or paid so, on the admins' page. */
export const transfersListMax = 100;
/** Of a withdrawal that is declared without signing in, and of what an admin notes as the answer. */
export const declarationLimits = { invoiceNumberCharacters: 120, noteCharacters: 1_000 } as const;
/** The maximum of a bank transfer. */
export const transferReferenceCharactersMax = 140;
/** How much of a comment the log shows: enough to know which one it was. */
export const moderationBeginningCharacters = 200;
/** How long words removed by a moderator can be restored. */
export const withheldDays = 30;
export const suspensionDaysMax = 366;
/** Widths at which a cover is stored, in pixels. */
export const coverWidthsPixels = [160, 320, 480, 800] as const;
/** Chapters for which an account stores the reader's place: the newest. */
export const accountPlacesMax = 2_000;
/** The challenge: one error is tolerated, the second one locks (specification, section 9). */
export const challengeErrorsMax = 2;
export const accessLockMs = 600_000;
export const pointerTracePointsMax = 100;
/** Limits of the profile; the specification sets none for the browser. */
export const profileLimits = { bioCharacters: 1_000, nameCharacters: 80 } as const;
/** The specification sets the price's minimum and step; the rest is ours. */
export const itemLimits = {
  nameCharacters: 120,
  descriptionCharacters: 4_000,
  priceEurosMax: 1_000_000,
} as const;
export const itemsPageSize = 50;

/** The word typed to delete one's account. */
export const erasureWord = 'SUPPRIMER';

/** Purchases shown to a user: the newest. */
export const transactionsListMax = 500;
/** Longest texts of the billing form, in characters (specification, section 5). */
export const billingLimits = {
  fullName: 100,
  email: 100,
  address: 200,
  city: 50,
  postalCode: 10,
  vatNumber: 20,
} as const;

/** Members and pending invitations of one novel. */
export const teamMax = 20;

/** Limits of the author's area; the specification sets none. Characters are UTF-16 units. */
export const studioLimits = {
  titleCharacters: 200,
  authorNameCharacters: 120,
  rhythmCharacters: 60,
  descriptionCharacters: 5_000,
  tags: 20,
  tagCharacters: 40,
  chapterTitleCharacters: 200,
  partCharacters: 200,
  teaserCharacters: 300,
  /** A long chapter has 60,000 characters. */
  chapterHtmlCharacters: 500_000,
  creditCostMax: 100,
  /** Novels that one author may have, and those on one page of the list. */
  novels: 500,
  novelsPageSize: 24,
  searchCharacters: 100,
  coverBytes: 10 * 1024 * 1024,
  bookBytes: 20 * 1024 * 1024,
  fileNameCharacters: 200,
  /** Books of one user that wait for their confirmation. */
  uploads: 5,
  uploadRetentionMs: 24 * 3_600_000,
  /** A premium chapter becomes free at most so many days after it came out. */
  freeAfterDays: 3650,
  /** Days in the plot at the head of a novel. */
  plotDays: 30,
} as const;
