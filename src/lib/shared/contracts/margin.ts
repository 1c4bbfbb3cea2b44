/** What stands in the margin of a chapter: highlights, comments of paragraphs, the author's notes. */
import { z } from 'zod';
import { highlightColours, marginLimits } from '../reading/margin.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema } from './fields.ts';
import { markSchema, placeSchema } from './places.ts';

const cleanText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Au plus ${max} caractères.`)
    .transform((text) => text.toWellFormed().replaceAll('\0', ''));

/** Words of one paragraph: where they begin, and how many characters they are. */
const highlightFields = {
  place: placeSchema,
  length: z.int('La longueur doit être un entier.').min(1).max(marginLimits.highlightCharacters),
  /** Hash of the words themselves: finds them again in a corrected paragraph. */
  passage: markSchema,
  colour: z.enum(highlightColours),
  /** The reader's own, '' for none. */
  note: cleanText(marginLimits.noteCharacters),
};
const highlightSchema = z.object({ id: idSchema, ...highlightFields });
export type HighlightBody = z.infer<typeof highlightSchema>;

const marginNoteFields = {
  place: placeSchema,
  text: cleanText(marginLimits.authorNoteCharacters).refine(
    (text) => text !== '',
    'La note est vide.',
  ),
};
const marginNoteSchema = z.object({ id: idSchema, ...marginNoteFields });
export type MarginNoteBody = z.infer<typeof marginNoteSchema>;

/**
 * The margin of a chapter that the caller may read: how many comments each paragraph has, the caller's
 * highlights, and the author's notes. Those are for who has read the chapter to its end: the account, or
 * the device, which says so by `isRead`; and for who may write them.
 */
export const getMargin = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}/margin',
  limit: 'read',
  params: idParams,
  query: z.object({ isRead: z.literal('true').optional() }),
  response: z.object({
    comments: z
      .array(z.object({ place: placeSchema, count: z.int() }))
      .max(marginLimits.commentedParagraphs),
    highlights: z.array(highlightSchema).max(marginLimits.highlightsOfChapter),
    notes: z.array(marginNoteSchema).max(marginLimits.authorNotes),
    /** The caller may write the author's notes. */
    mayNote: z.boolean(),
  }),
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'PREMIUM_LOCKED', 'ACCESS_LOCKED'],
});
export type MarginBody = z.infer<(typeof getMargin)['response']>;

const inMargin = z.object({ id: idSchema, itemId: idSchema });

/** Adds or changes a highlight; the browser makes its id. Idempotent. */
export const setHighlight = defineCall({
  method: 'PUT',
  path: '/api/chapters/{id}/highlights/{itemId}',
  limit: 'write',
  params: inMargin,
  body: z.object(highlightFields),
  response: z.object({}),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'PREMIUM_LOCKED', 'LIMIT_REACHED', 'ACCESS_LOCKED'],
});

/** Idempotent; also in a chapter that the caller may no longer read. */
export const removeHighlight = defineCall({
  method: 'DELETE',
  path: '/api/chapters/{id}/highlights/{itemId}',
  limit: 'write',
  params: inMargin,
  response: z.object({}),
  refusals: ['SIGN_IN_REQUIRED'],
});

/** Adds or changes a note of the author; the browser makes its id. Idempotent. */
export const setMarginNote = defineCall({
  method: 'PUT',
  path: '/api/chapters/{id}/margin-notes/{itemId}',
  limit: 'write',
  params: inMargin,
  body: z.object(marginNoteFields),
  response: z.object({}),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'LIMIT_REACHED'],
});

/** Idempotent. */
export const removeMarginNote = defineCall({
  method: 'DELETE',
  path: '/api/chapters/{id}/margin-notes/{itemId}',
  limit: 'write',
  params: inMargin,
  response: z.object({}),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

/** The novels in which the caller has highlights, the last changed first. */
export const listHighlightedNovels = defineCall({
  method: 'GET',
  path: '/api/library/highlights',
  limit: 'read',
  response: z.object({
    novels: z
      .array(z.object({ id: idSchema, slug: z.string(), title: z.string(), count: z.int() }))
      .max(marginLimits.highlightsOfAccount),
  }),
  refusals: ['SIGN_IN_REQUIRED'],
});

/**
 * The caller's highlights in a novel, in the order of the story. `words` are those of the text of today, cut
 * at `quoteCharacters`; null where the passage is gone, or the caller may not read the chapter.
 */
export const listHighlights = defineCall({
  method: 'GET',
  path: '/api/library/highlights/{id}',
  // Reads whole chapters.
  limit: 'compare',
  params: idParams,
  query: z.object({ cursor: z.string().max(200).optional() }),
  response: z.object({
    highlights: z
      .array(
        highlightSchema.omit({ place: true, length: true, passage: true }).extend({
          chapterId: idSchema,
          chapterNumber: z.int(),
          /** '' for a chapter that the caller may know of no more. */
          chapterTitle: z.string(),
          words: z.string().nullable(),
          /** Of the words. */
          language: z.string(),
          changedAt: instantSchema,
        }),
      )
      .max(marginLimits.listPageSize),
    nextCursor: z.string().nullable(),
  }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'ACCESS_LOCKED'],
});
