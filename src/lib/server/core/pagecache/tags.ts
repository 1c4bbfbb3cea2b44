/** Tags of what pages show: a write that calls `changed` with one of them drops those pages. */

/** A novel: its page, its chapters' pages, its feed. */
export const novelTag = (novelId: string) => `novel:${novelId}`;

/** A novel's favourites and rating, which readers change often: its page alone shows them. */
export const figuresTag = (novelId: string) => `novel-figures:${novelId}`;

/** A chapter, with the number of its likes. */
export const chapterTag = (chapterId: string) => `chapter:${chapterId}`;

/** The novels that stand beside a novel on its page. */
export const similarTag = (novelId: string) => `novel-similar:${novelId}`;

/** A novel's announcements: its page, its feed, and their own pages. */
export const announcementsTag = (novelId: string) => `novel-announcements:${novelId}`;

/** A novel's reviews: their own pages. */
export const reviewsTag = (novelId: string) => `novel-reviews:${novelId}`;

/** Where a comment stands: under a chapter, or among a novel's reviews. */
export const commentedTag = (comment: { chapterId: string | null; novelId: string | null }) =>
  comment.chapterId === null ? reviewsTag(comment.novelId ?? '') : chapterTag(comment.chapterId);

/** What a novel's page shows. */
export const novelPageTags = (novelId: string) => [
  novelTag(novelId),
  figuresTag(novelId),
  announcementsTag(novelId),
];

/** When a novel's next chapter is due: its last chapter's page shows it. */
export const nextDueTag = (novelId: string) => `novel-next-due:${novelId}`;

/** What a chapter's page shows. */
export const chapterPageTags = (novelId: string, chapterId: string) => [
  novelTag(novelId),
  chapterTag(chapterId),
];

/** A stored picture: it never changes, but a user's picture may be deleted. */
export const imageTag = (hash: string) => `image:${hash}`;

/** An item, and the list of all. */
export const itemTag = (itemId: string) => `item:${itemId}`;
export const itemsTag = 'items';

/** What shows something of a novel: its own pages, its chapters', lists, feeds, the sitemap. */
export const pagesOf = (novelId: string) => ['home', 'sitemap', novelTag(novelId)];
