import { z } from 'zod';
import { defineCall } from './call.ts';
import { countViewQuery, idSchema, instantSchema, nothing } from './fields.ts';

/** What anybody may know of a chapter: everything but its text. Specification, section 3. */
export const publicChapterSchema = z.object({
  _id: idSchema,
  novelId: idSchema,
  chapterNumber: z.int(),
  title: z.string(),
  part: z.string().nullable(),
  views: z.int(),
  likes: z.int(),
  /** The caller's own id when they like or bookmark the chapter, never anybody else's. */
  likedBy: z.array(idSchema).max(1),
  bookmarkedBy: z.array(idSchema).max(1),
  wordCount: z.int(),
  isPremium: z.boolean(),
  requiresUnlock: z.boolean(),
  isUnlocked: z.boolean(),
  isLocked: z.boolean(),
  creditCost: z.int(),
  createdAt: instantSchema,
  publishedAt: instantSchema.nullable(),
  updatedAt: instantSchema,
});
export type PublicChapterBody = z.infer<typeof publicChapterSchema>;

/** A chapter that may be read, with its text and its neighbours. */
export const chapterSchema = publicChapterSchema.extend({
  content: z.string(),
  prevChapterId: idSchema.nullable(),
  nextChapterId: idSchema.nullable(),
  hasNext: z.boolean(),
});
export type ChapterBody = z.infer<typeof chapterSchema>;

/** The published chapters of a novel, by chapter number. */
export const listChapters = defineCall({
  method: 'GET',
  path: '/api/chapters/novel/{novelId}',
  params: z.object({ novelId: idSchema }),
  query: nothing,
  response: z.array(publicChapterSchema),
  refusals: ['MALFORMED', 'NOT_FOUND', 'CLIENT_TOKEN_INVALID', 'RATE_LIMITED'],
});

/**
 * One chapter with its text. A premium chapter that is not open to the caller is refused with
 * 403 `Contenu premium`; the body carries the chapter's public fields as `chapter`.
 */
export const getChapter = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}',
  params: z.object({ id: idSchema }),
  query: countViewQuery,
  response: chapterSchema,
  refusals: ['MALFORMED', 'NOT_FOUND', 'PREMIUM_LOCKED', 'CLIENT_TOKEN_INVALID', 'RATE_LIMITED'],
});

/** Which novel a chapter belongs to. */
export const getChapterInfo = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}/info',
  params: z.object({ id: idSchema }),
  query: nothing,
  response: z.object({ novelId: idSchema }),
  refusals: ['MALFORMED', 'NOT_FOUND', 'CLIENT_TOKEN_INVALID', 'RATE_LIMITED'],
});
