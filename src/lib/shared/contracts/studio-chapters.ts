/** The author's area: chapters. Who may, see `studio-novels.ts`. */
import { z } from 'zod';
import { chaptersListMax, studioLimits } from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema, noBody, nothing } from './fields.ts';
import { creditCostSchema, lineOf, studioRefusals, studioSumsSchema } from './studio-novels.ts';

/** A chapter in its author's list: of any state, with its figures, without its text. */
export const studioChapterSchema = studioSumsSchema.extend({
  _id: idSchema,
  novelId: idSchema,
  chapterNumber: z.int(),
  part: z.string().nullable(),
  /** As the working copy has it; '' while it has none. */
  title: z.string(),
  /** As readers have it. */
  publicTitle: z.string(),
  status: z.enum(['draft', 'scheduled', 'published']),
  /** When it came out, or will; of a draft, when it came out before it was withdrawn. */
  publishedAt: instantSchema.nullable(),
  isPremium: z.boolean(),
  creditCost: z.int(),
  freeFrom: instantSchema.nullable(),
  /** Words of the working copy. */
  wordCount: z.int(),
  /**
   * The working copy differs from what readers have, or will have: of a scheduled chapter only while
   * the copy lacks a title or a text, for it comes out as it was last saved.
   */
  hasChanges: z.boolean(),
  /** False once somebody has unlocked it: then it can only be withdrawn. */
  isDeletable: z.boolean(),
  updatedAt: instantSchema,
});
export type StudioChapterBody = z.infer<typeof studioChapterSchema>;

/** What is written, apart from what readers see. */
export const workingCopySchema = z.object({
  title: z.string(),
  html: z.string(),
  wordCount: z.int(),
  /** Grows with each change; a save says which one it saw. */
  version: z.int(),
  updatedAt: instantSchema,
});
export type WorkingCopyBody = z.infer<typeof workingCopySchema>;

/** All chapters of a novel by number, whatever their state. */
export const listStudioChapters = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/chapters',
  limit: 'read',
  params: idParams,
  query: nothing,
  body: noBody,
  response: z.object({ chapters: z.array(studioChapterSchema) }),
  refusals: studioRefusals,
});

const studioChapterWithCopy = studioChapterSchema.extend({
  copy: workingCopySchema,
  /** What readers have; of a chapter that is not out, what was last ready to come out. */
  publicHtml: z.string(),
});
export type StudioChapterWithCopyBody = z.infer<typeof studioChapterWithCopy>;

/**
 * Makes a draft at the end of a novel, free unless told otherwise. Asked again with the same `key`
 * (a UUID that the page makes once), it answers the chapter of the first time.
 */
export const createChapter = defineCall({
  method: 'POST',
  path: '/api/studio/novels/{id}/chapters',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: z.object({
    key: idSchema,
    title: z
      .string()
      .trim()
      .max(
        studioLimits.chapterTitleCharacters,
        `Le titre a au plus ${studioLimits.chapterTitleCharacters} caractères.`,
      )
      .default(''),
  }),
  response: studioChapterWithCopy,
  refusals: [...studioRefusals, 'LIMIT_REACHED'],
});

/**
 * Puts a novel's chapters in this order: all of them, each once. Safe to repeat. Where one was
 * added or deleted meanwhile, 409 `CHAPTERS_STALE` carries the order there is as `chapterIds`.
 */
export const orderChapters = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/order',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: z.object({ chapterIds: z.array(idSchema).max(chaptersListMax) }),
  bodyMaxBytes: 512 * 1024,
  response: z.object({ chapterIds: z.array(idSchema) }),
  refusals: [...studioRefusals, 'CHAPTERS_STALE'],
});

/** One chapter with its working copy, for the editor. */
export const getStudioChapter = defineCall({
  method: 'GET',
  path: '/api/studio/chapters/{id}',
  limit: 'read',
  params: idParams,
  query: nothing,
  body: noBody,
  response: studioChapterWithCopy,
  refusals: studioRefusals,
});

/**
 * Saves the working copy. Readers see nothing of it before it is published; of a scheduled chapter it
 * is what comes out at the hour, so the answer says in which state the chapter is now. `version` is the one that this editor saw
 * last: where another tab or device has saved since, nothing changes and 409 `COPY_STALE` carries
 * the copy there is as `current`. The same save again is answered as the first was. The answer has
 * the HTML as it was kept, reduced to what a chapter may hold.
 */
export const saveCopy = defineCall({
  method: 'PUT',
  path: '/api/studio/chapters/{id}/copy',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: z.object({
    title: z
      .string()
      .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
      .pipe(
        z
          .string()
          .max(
            studioLimits.chapterTitleCharacters,
            `Le titre a au plus ${studioLimits.chapterTitleCharacters} caractères.`,
          ),
      ),
    html: z
      .string()
      .max(
        studioLimits.chapterHtmlCharacters,
        `Un chapitre a au plus ${studioLimits.chapterHtmlCharacters} caractères.`,
      ),
    version: z.int().min(0),
  }),
  bodyMaxBytes: 2 * 1024 * 1024,
  response: workingCopySchema.extend({ status: studioChapterSchema.shape.status }),
  refusals: [...studioRefusals, 'COPY_STALE'],
});

/**
 * Says what readers are to see, and when. Safe to repeat.
 *
 * - `published`: the working copy becomes the text, now. A chapter that is out keeps its date.
 * - `scheduled` with `at`: the working copy comes out then, as it was last saved; while it lacks a
 *   title or a text, what was last ready. Refused for a published chapter (409 `CHAPTER_PUBLISHED`).
 * - `draft`: takes the chapter back from readers or from the schedule; unlocks, marks, comments and
 *   places stay, and so does the working copy.
 *
 * `version` is the working copy's that the author sees (409 `COPY_STALE` with `current` for another);
 * a draft needs none. Without title or text 409 `CHAPTER_INCOMPLETE`, `errors` says what is missing.
 */
export const setPublication = defineCall({
  method: 'PUT',
  path: '/api/studio/chapters/{id}/publication',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: z.discriminatedUnion('status', [
    z.object({ status: z.literal('published'), version: z.int().min(0) }),
    z.object({
      status: z.literal('scheduled'),
      version: z.int().min(0),
      at: z.iso.datetime({ offset: true, error: 'La date n’est pas valide.' }),
    }),
    z.object({ status: z.literal('draft') }),
  ]),
  response: studioChapterWithCopy,
  refusals: [...studioRefusals, 'COPY_STALE', 'CHAPTER_INCOMPLETE', 'CHAPTER_PUBLISHED'],
});

/** What holds for a chapter at once, whatever its state. Who has unlocked it keeps it. */
export const setChapterSettings = defineCall({
  method: 'PUT',
  path: '/api/studio/chapters/{id}/settings',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: z.object({
    part: lineOf('La partie', studioLimits.partCharacters).nullable(),
    isPremium: z.boolean(),
    creditCost: creditCostSchema,
    /** From then on a premium chapter is free; null: never. */
    freeFrom: z.iso.datetime({ offset: true, error: 'La date n’est pas valide.' }).nullable(),
  }),
  response: studioChapterWithCopy,
  refusals: studioRefusals,
});

/**
 * Deletes a chapter that nobody has unlocked, with all that readers left on it; the numbers behind
 * it close up. 409 `CHAPTER_UNLOCKED` for one that somebody paid for: withdraw that.
 */
export const deleteChapter = defineCall({
  method: 'DELETE',
  path: '/api/studio/chapters/{id}',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: noBody,
  response: z.object({ success: z.literal(true) }),
  refusals: [...studioRefusals, 'CHAPTER_UNLOCKED'],
});

/**
 * The working copy as readers would see it: what the chapter's page puts into `.chapter-text`, with
 * dialogue marked, without decoys and never encrypted. Draw it in `.reader` with `reader.css`.
 */
export const previewChapter = defineCall({
  method: 'GET',
  path: '/api/studio/chapters/{id}/preview',
  limit: 'read',
  params: idParams,
  query: nothing,
  body: noBody,
  response: z.object({
    title: z.string(),
    part: z.string().nullable(),
    chapterNumber: z.int(),
    html: z.string(),
    wordCount: z.int(),
    language: z.string(),
    novel: z.object({ _id: idSchema, title: z.string(), authorName: z.string() }),
    isPremium: z.boolean(),
    creditCost: z.int(),
    freeFrom: instantSchema.nullable(),
    version: z.int(),
  }),
  refusals: studioRefusals,
});
