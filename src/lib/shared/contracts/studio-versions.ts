/** The author's area: what a chapter was before (decision 85). */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';
import { workingCopySchema } from './studio-chapters.ts';
import { studioRefusals } from './studio-novels.ts';

const versionSchema = z.object({
  _id: idSchema,
  /** Published, or a working copy at the end of a stretch of writing. */
  kind: z.enum(['published', 'saved']),
  title: z.string(),
  wordCount: z.int(),
  at: instantSchema,
  /** The writer's name; null: an import, the clock, or a deleted account. */
  by: z.string().nullable(),
  /** “Précédemment” and the persons beside it, '' for none. */
  recap: z.string(),
  cast: z.string(),
  /** What readers have now. */
  isOnline: z.boolean(),
  /** A published one was before it. */
  hasPrevious: z.boolean(),
});
export type VersionBody = z.infer<typeof versionSchema>;

/** A chapter's versions, newest first. */
export const listVersions = defineCall({
  method: 'GET',
  path: '/api/studio/chapters/{id}/versions',
  limit: 'read',
  params: idParams,
  query: z.object({ cursor: z.string().max(200).optional() }),
  response: z.object({ versions: z.array(versionSchema), nextCursor: z.string().nullable() }),
  refusals: studioRefusals,
});

/** Some words that stay, come or go. Texts are in the Markdown of an export. */
const partSchema = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });

const blockSchema = z.union([
  z.object({ parts: z.array(partSchema) }),
  /** So many paragraphs that stay, and are left out. */
  z.object({ gap: z.int() }),
]);
export type ComparedBlock = z.infer<typeof blockSchema>;

const comparisonSchema = z.object({
  chapterId: idSchema,
  version: versionSchema,
  /** What it is compared with; null: the version is the first, or it is the working copy of now. */
  other: versionSchema.nullable(),
  title: z.array(partSchema),
  /**
   * How far the texts were compared: word by word; with some passages as a whole, before and after, which
   * are too long or too different; or not at all, for lack of time.
   */
  detail: z.enum(['words', 'passages', 'none']),
  blocks: z.array(blockSchema),
  wordsAdded: z.int(),
  wordsRemoved: z.int(),
  /** The working copy's version, which a restoration sends. */
  copyVersion: z.int(),
});
export type ComparisonBody = z.infer<typeof comparisonSchema>;

/**
 * A version word by word: what it changed of the published one before it (`previous`), or what has changed
 * since, up to the working copy (`now`). 503 `BUSY` where too many comparisons wait.
 */
export const compareVersion = defineCall({
  method: 'GET',
  path: '/api/studio/versions/{id}/changes',
  limit: 'compare',
  params: idParams,
  query: z.object({ against: z.enum(['previous', 'now']) }),
  response: comparisonSchema,
  refusals: [...studioRefusals, 'BUSY'],
});

/**
 * Makes a version the working copy again; readers see it when it is published. 409 `COPY_STALE` if the
 * copy was saved since `version`.
 */
export const restoreVersion = defineCall({
  method: 'POST',
  path: '/api/studio/versions/{id}/restore',
  limit: 'write',
  params: idParams,
  body: z.object({ version: z.int().min(0) }),
  response: workingCopySchema,
  refusals: [...studioRefusals, 'COPY_STALE'],
});
