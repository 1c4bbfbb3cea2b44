import { z } from 'zod';
import {
  bookmarksListMax,
  chapterPageSize,
  chapterPageSizeMax,
  chaptersListMax,
  chapterThreadsMax,
  novelPartsMax,
  searchTextCharacters,
} from '../constants.ts';
import { accountPreferencesSchema, userSchema } from './auth.ts';
import { defineCall } from './call.ts';
import { commentSchema } from './comments.ts';
import { boundedNumber, countViewQuery, idParams, idSchema, instantSchema } from './fields.ts';
import { placeStateSchema } from './places.ts';

/** The public data of a chapter: everything but its text. Specification, section 3. */
export const publicChapterSchema = z.object({
  _id: idSchema,
  novelId: idSchema,
  chapterNumber: z.int(),
  title: z.string(),
  part: z.string().nullable(),
  views: z.int(),
  likes: z.int(),
  /** The caller's own id when they like or bookmark the chapter, never another user's. */
  likedBy: z.array(idSchema).max(1),
  bookmarkedBy: z.array(idSchema).max(1),
  wordCount: z.int(),
  isPremium: z.boolean(),
  requiresUnlock: z.boolean(),
  isUnlocked: z.boolean(),
  isLocked: z.boolean(),
  creditCost: z.int(),
  /** How many comments are visible (decision 23). */
  commentCount: z.int(),
  createdAt: instantSchema,
  publishedAt: instantSchema.nullable(),
  updatedAt: instantSchema,
});
export type PublicChapterBody = z.infer<typeof publicChapterSchema>;

/** A readable chapter, with its text and its neighbours. */
export const chapterSchema = publicChapterSchema.extend({
  content: z.string(),
  prevChapterId: idSchema.nullable(),
  nextChapterId: idSchema.nullable(),
  hasNext: z.boolean(),
  /** The newest threads; absent if the caller asked for none. `listComments` has them all. */
  comments: z.array(commentSchema).max(chapterThreadsMax).optional(),
  /** Its novel, where its author withdrew it and the caller, who unlocked it, reads it on. */
  keptOf: z
    .object({ slug: z.string(), title: z.string(), language: z.string(), chapterCount: z.int() })
    .optional(),
});
export type ChapterBody = z.infer<typeof chapterSchema>;

/** The published chapters of a novel, by chapter number. */
export const listChapters = defineCall({
  method: 'GET',
  path: '/api/chapters/novel/{novelId}',
  limit: 'read',
  params: z.object({ novelId: idSchema }),
  response: z.array(publicChapterSchema),
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'ACCESS_LOCKED'],
});

const chapterPageSchema = z.object({
  /** In the requested order. */
  chapters: z.array(publicChapterSchema).max(chapterPageSizeMax),
  /** The page that these are, from 1. */
  page: z.int().min(1),
  /** How many chapters the whole list has. */
  total: z.int(),
  /**
   * With `parts=true`: the whole list's parts by chapter number, each with its number of chapters;
   * one that occurs again stands again. Chapters after the last of them follow without a part.
   */
  parts: z
    .array(z.object({ title: z.string().nullable(), chapters: z.int() }))
    .max(novelPartsMax)
    .optional(),
});
export type ChapterPageBody = z.infer<typeof chapterPageSchema>;

/**
 * One page of a novel's published chapters: page `page` of `size` each, or the page that has the
 * chapter `around` (the first one if the list has no such chapter). With `words`, the list has only
 * chapters that match each word: by their title, case and accents aside, or by the beginning of
 * their number. A page after the last one is empty.
 */
export const getChapterPage = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/chapters',
  limit: 'read',
  params: idParams,
  query: z.object({
    page: boundedNumber('page', { min: 1, max: chaptersListMax }).default(1),
    size: boundedNumber('size', { min: 1, max: chapterPageSizeMax }).default(chapterPageSize),
    around: idSchema.optional(),
    order: z.enum(['asc', 'desc'], 'order vaut asc ou desc.').default('asc'),
    words: z
      .string()
      .max(searchTextCharacters, `words a au plus ${searchTextCharacters} caractères.`)
      .transform((text) => text.replaceAll('\0', '').split(/\s+/).filter(Boolean))
      .default([]),
    parts: z
      .enum(['true', 'false'], 'parts vaut true ou false.')
      .default('false')
      .transform((value) => value === 'true'),
  }),
  response: chapterPageSchema,
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'ACCESS_LOCKED'],
});

/**
 * One chapter with its text and its newest comments (`comments=false`: without). A premium chapter
 * that the caller may not read is refused with 403 `Contenu premium`; the body carries the
 * chapter's public fields as `chapter`. For a caller with access its text is encrypted:
 * `base64(iv):base64(ciphertext)`, AES-256-CBC with PKCS#7; `getChapterKey` returns the key. A free
 * chapter's text is plain.
 */
export const getChapter = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}',
  limit: 'content',
  params: idParams,
  query: countViewQuery.extend({
    comments: z
      .enum(['true', 'false'], 'comments vaut true ou false.')
      .default('true')
      .transform((value) => value === 'true'),
  }),
  response: chapterSchema,
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'PREMIUM_LOCKED', 'ACCESS_LOCKED'],
});

/**
 * The key of a premium chapter's text, for this session: 32 bytes in base64. Refused with 403
 * `CHALLENGE_REQUIRED` until the session has passed a challenge for this chapter, and with 429
 * `READING_PAUSED` (`retryAt`, and `Retry-After`) for an account that opens chapters too fast.
 */
export const getChapterKey = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}/key',
  limit: 'content',
  params: idParams,
  response: z.object({ key: z.base64().length(44) }),
  isBehindLock: true,
  refusals: [
    'SIGN_IN_REQUIRED',
    'NOT_FOUND',
    'PREMIUM_LOCKED',
    'CHALLENGE_REQUIRED',
    'READING_PAUSED',
    'ACCESS_LOCKED',
  ],
});

const chapterInfoSchema = z.object({
  novelId: idSchema,
  likes: z.int(),
  hasLiked: z.boolean(),
  isBookmarked: z.boolean(),
  /** Whether the caller has the novel among their favourites. */
  isFavorited: z.boolean(),
  isNextOpen: z.boolean(),
});
export type ChapterInfoBody = z.infer<typeof chapterInfoSchema>;

/**
 * A chapter's novel, the caller's marks on both (none if anonymous), and whether they may read the
 * next chapter.
 */
export const getChapterInfo = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}/info',
  limit: 'read',
  params: idParams,
  response: chapterInfoSchema,
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'ACCESS_LOCKED'],
});

/**
 * A chapter bookmarked by the caller, with its novel, which may be gone (specification, section 3).
 */
export const bookmarkedChapterSchema = z.object({
  _id: idSchema,
  title: z.string(),
  chapterNumber: z.int(),
  novelId: z
    .object({
      _id: idSchema,
      slug: z.string(),
      title: z.string(),
      genres: z.array(z.string()),
      coverImage: z.string().nullable(),
    })
    .nullable(),
});
export type BookmarkedChapterBody = z.infer<typeof bookmarkedChapterSchema>;

/** The caller's bookmarked chapters, last bookmarked first. */
export const listBookmarked = defineCall({
  method: 'GET',
  path: '/api/chapters/bookmarked',
  limit: 'read',
  response: z.array(bookmarkedChapterSchema).max(bookmarksListMax),
  refusals: ['SIGN_IN_REQUIRED'],
});

/** Four calls that set or remove a mark. Idempotent. */
const markCall = <const Path extends string, Response extends z.ZodType>(
  path: Path,
  response: Response,
) =>
  defineCall({
    method: 'PUT',
    path,
    limit: 'write',
    params: idParams,
    response,
    isBehindLock: true,
    refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ACCESS_LOCKED'],
  });

const likesResponse = publicChapterSchema.pick({ likes: true, likedBy: true });
const bookmarkResponse = publicChapterSchema.pick({ bookmarkedBy: true });

export const likeChapter = markCall('/api/chapters/{id}/like', likesResponse);
export const unlikeChapter = markCall('/api/chapters/{id}/unlike', likesResponse);
export const bookmarkChapter = markCall('/api/chapters/{id}/bookmark', bookmarkResponse);
export const unbookmarkChapter = markCall('/api/chapters/{id}/unbookmark', bookmarkResponse);

/**
 * All that a chapter's page shows of its signed-in reader, in one call instead of four: the user, their
 * marks, their place (null where they may not read the chapter) and their preferences.
 */
export const getOwnView = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}/own-view',
  limit: 'read',
  params: idParams,
  response: z.object({
    user: userSchema,
    info: chapterInfoSchema,
    place: placeStateSchema.nullable(),
    preferences: accountPreferencesSchema,
  }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ACCESS_LOCKED'],
});
export type OwnViewBody = z.infer<(typeof getOwnView)['response']>;
