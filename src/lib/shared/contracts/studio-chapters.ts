/** The author's area: chapters. For permissions see `studio-novels.ts`. */
import { z } from 'zod';
import { chaptersListMax, studioLimits } from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';
import { creditCostSchema, lineOf, studioRefusals, studioSumsSchema } from './studio-novels.ts';
import { tidyLine } from '../text/written-text.ts';

/** A chapter in its author's list: in any state, with its statistics, without its text. */
export const studioChapterSchema = studioSumsSchema.extend({
  _id: idSchema,
  novelId: idSchema,
  chapterNumber: z.int(),
  part: z.string().nullable(),
  /** The working copy's title; '' while it has none. */
  title: z.string(),
  /** The published title. */
  publicTitle: z.string(),
  status: z.enum(['draft', 'scheduled', 'published']),
  /**
   * When it was published, or will be; for a draft, when it was published before it was
   * withdrawn.
   */
  publishedAt: instantSchema.nullable(),
  /** The day in Paris on which it is withdrawn; null: none is planned. */
  leavesOn: z.iso.date().nullable(),
  /** It comes out, or came out, without telling its followers by e-mail or notification. */
  isSilent: z.boolean(),
  isPremium: z.boolean(),
  creditCost: z.int(),
  freeFrom: instantSchema.nullable(),
  /** `freeFrom` follows from a rule of the novel; otherwise its author chose it. */
  isFreeByRule: z.boolean(),
  /** The first words that everybody may read of a premium text, plain text; '' shows none. */
  teaser: z.string(),
  /** Words of the working copy. */
  wordCount: z.int(),
  /**
   * The working copy differs from what is or will be published: for a scheduled chapter only while
   * the copy lacks a title or a text, since it is published as last saved.
   */
  hasChanges: z.boolean(),
  /** False once a reader has unlocked it: then it can only be withdrawn. */
  isDeletable: z.boolean(),
  updatedAt: instantSchema,
});
export type StudioChapterBody = z.infer<typeof studioChapterSchema>;

/** The text in progress, separate from the published one. */
export const workingCopySchema = z.object({
  title: z.string(),
  html: z.string(),
  wordCount: z.int(),
  /** Incremented with each change; a save sends the one it saw. */
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
  response: z.object({ chapters: z.array(studioChapterSchema) }),
  refusals: studioRefusals,
});

const studioChapterWithCopy = studioChapterSchema.extend({
  copy: workingCopySchema,
  /** The published text; for an unpublished chapter, the last publishable one. */
  publicHtml: z.string(),
});
export type StudioChapterWithCopyBody = z.infer<typeof studioChapterWithCopy>;

/**
 * Creates a draft at the end of a novel, free by default. Idempotent per `key` (a UUID that the
 * page makes once).
 */
export const createChapter = defineCall({
  method: 'POST',
  path: '/api/studio/novels/{id}/chapters',
  limit: 'write',
  params: idParams,
  body: z.object({
    key: idSchema,
    title: z
      .string()
      .overwrite(tidyLine)
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
 * Sets the order of a novel's chapters: all of them, each once. Idempotent. If one was added or
 * deleted meanwhile, 409 `CHAPTERS_STALE` carries the current order as `chapterIds`.
 */
export const orderChapters = defineCall({
  method: 'PUT',
  path: '/api/studio/novels/{id}/order',
  limit: 'write',
  params: idParams,
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
  response: studioChapterWithCopy,
  refusals: studioRefusals,
});

/**
 * Saves the working copy. Readers do not see it before publication; a scheduled chapter is
 * published with it, so the response includes the chapter's current state. `version` is the one
 * that this editor saw last: if another tab or device has saved since, nothing changes and 409
 * `COPY_STALE` carries the current copy as `current`. A retry gets the same response. The response
 * has the HTML as it was stored, reduced to what a chapter may contain.
 */
export const saveCopy = defineCall({
  method: 'PUT',
  path: '/api/studio/chapters/{id}/copy',
  limit: 'write',
  params: idParams,
  body: z.object({
    title: z
      .string()
      .transform(tidyLine)
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
 * Sets what readers see, and when. Idempotent.
 *
 * - `published`: the working copy becomes the text, now. A published chapter keeps its date.
 * - `scheduled` with `at`: the working copy is published then, as last saved; while it lacks a
 *   title or a text, the last publishable one. Refused for a published chapter (409
 *   `CHAPTER_PUBLISHED`).
 * - `draft`: withdraws the chapter or cancels its schedule; unlocks, marks, comments and
 *   places stay, and so does the working copy.
 *
 * Followers are told of a chapter that comes out for the first time, unless it is `isSilent`.
 *
 * `version` is that of the working copy the author sees (409 `COPY_STALE` with `current` for
 * another); a draft needs none. Without title or text 409 `CHAPTER_INCOMPLETE`, `errors` says what
 * is missing.
 */
export const setPublication = defineCall({
  method: 'PUT',
  path: '/api/studio/chapters/{id}/publication',
  limit: 'write',
  params: idParams,
  body: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('published'),
      version: z.int().min(0),
      isSilent: z.boolean().default(false),
    }),
    z.object({
      status: z.literal('scheduled'),
      version: z.int().min(0),
      at: z.iso.datetime({ offset: true, error: 'La date n’est pas valide.' }),
      isSilent: z.boolean().default(false),
    }),
    z.object({ status: z.literal('draft') }),
  ]),
  response: studioChapterWithCopy,
  refusals: [...studioRefusals, 'COPY_STALE', 'CHAPTER_INCOMPLETE', 'CHAPTER_PUBLISHED'],
});

const teaserSchema = z
  .string('L’extrait est un texte.')
  .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .max(
        studioLimits.teaserCharacters,
        `L’extrait a au plus ${studioLimits.teaserCharacters} caractères.`,
      ),
  );

/** Settings that take effect at once, in any state. Readers who unlocked the chapter keep it. */
export const setChapterSettings = defineCall({
  method: 'PUT',
  path: '/api/studio/chapters/{id}/settings',
  limit: 'write',
  params: idParams,
  body: z.object({
    part: lineOf('La partie', studioLimits.partCharacters).nullable(),
    isPremium: z.boolean(),
    creditCost: creditCostSchema,
    /** From then on a premium chapter is free; null: never. */
    freeFrom: z.iso.datetime({ offset: true, error: 'La date n’est pas valide.' }).nullable(),
    /** Plain text in one paragraph. Absent: stays. */
    teaser: teaserSchema.optional(),
  }),
  response: studioChapterWithCopy,
  refusals: studioRefusals,
});

/**
 * Deletes a chapter that no reader has unlocked, with all its marks and comments; later chapters
 * are renumbered. 409 `CHAPTER_UNLOCKED` for one that was paid for: withdraw that. With `onlyEmpty`,
 * 409 `CHAPTER_WRITTEN` for one that is more than a draft in which nothing was ever saved.
 */
export const deleteChapter = defineCall({
  method: 'DELETE',
  path: '/api/studio/chapters/{id}',
  limit: 'write',
  params: idParams,
  query: z.object({ onlyEmpty: z.literal('true').optional() }),
  response: z.object({ success: z.literal(true) }),
  refusals: [...studioRefusals, 'CHAPTER_UNLOCKED', 'CHAPTER_WRITTEN'],
});

/**
 * The working copy as readers would see it: the content of `.chapter-text` on the chapter's page,
 * with dialogue marked, without decoys and never encrypted. Render it in `.reader` with
 * `src/styles/reader.css`.
 */
export const previewChapter = defineCall({
  method: 'GET',
  path: '/api/studio/chapters/{id}/preview',
  limit: 'read',
  params: idParams,
  response: z.object({
    title: z.string(),
    part: z.string().nullable(),
    chapterNumber: z.int(),
    html: z.string(),
    /** The author's notes as readers of the text see them; '' for none. */
    notes: z.object({ before: z.string(), after: z.string() }),
    wordCount: z.int(),
    language: z.string(),
    novel: z.object({ _id: idSchema, title: z.string(), authorName: z.string() }),
    isPremium: z.boolean(),
    creditCost: z.int(),
    freeFrom: instantSchema.nullable(),
    /** As the gate shows it, in French typography; '' shows none. */
    teaser: z.string(),
    version: z.int(),
  }),
  refusals: studioRefusals,
});
