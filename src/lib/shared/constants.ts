/** Limits and sizes of the specification, section 9, and of the design. Units last. */
export const chapterPageSize = 10;
export const descriptionPreviewCharacters = 120;
export const novelsPageSize = 24;
export const novelsPageSizeMax = 60;
/** How many novels of one search are counted and listed, and the longest text of a search. */
export const catalogueFoundMax = 1_000;
export const searchTextCharacters = 80;
/** With no more than these found, a search looks for words that are spelt nearly so too. */
export const fewFoundMax = 4;
export const chaptersListMax = 5_000;
export const bookmarksListMax = 60;
/** New chapters: favourites that are watched, novels listed, chapters counted of each. */
export const favoritesWatchedMax = 500;
export const newChaptersListMax = 24;
export const newChaptersOfNovelMax = 100;
/** Threads on one page of a chapter's comments. */
export const commentThreadsPageSize = 20;
/** Replies that come with a thread, and on each further page of it. */
export const commentRepliesPageSize = 10;
export const commentRepliesMorePageSize = 50;
/** The specification bounds neither. Code points, as `comment-text.ts` counts them. */
export const commentLimits = { textCharacters: 2_000, reasonCharacters: 500 } as const;
/** How many of their novels an author's area lists. */
export const ownNovelsMax = 200;
/** The number of ids a browser remembers as already counted. */
export const viewedIdsMax = 2_000;
/** Widths at which a cover is kept, in pixels. */
export const coverWidthsPixels = [160, 320, 480, 800] as const;
/** Chapters in which a browser, and an account, remember the reader's place: the newest. */
export const storedPlacesMax = 200;
export const accountPlacesMax = 2_000;
export const readingWordsPerMinute = 230;
/** The challenge: one error is tolerated, the second one locks (specification, section 9). */
export const challengeErrorsMax = 2;
export const accessLockMs = 600_000;
export const pointerTracePointsMax = 100;
/** Bounds of what people write about themselves; the specification sets none for the browser. */
export const profileLimits = { bioCharacters: 1_000, nameCharacters: 80 } as const;

/** Purchases that a person is shown: the newest. */
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
