/** A new author's first novel, which an admin accepts before it is public (decision 90). */
import { z } from 'zod';
import { chaptersListMax, reviewTextMax, reviewStates } from '../constants.ts';
import { messages } from '../messages.ts';
import { tidyText } from '../written-text.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema, instantSchema, noBody, nothing } from './fields.ts';
import { studioRefusals } from './studio-novels.ts';

/** What a novel should have; `isRequired`: without it, it cannot be submitted. */
const checkSchema = z.object({
  item: z.enum(['title', 'synopsis', 'genres', 'chapters', 'cover']),
  isDone: z.boolean(),
  isRequired: z.boolean(),
});
export type ReviewCheck = z.infer<typeof checkSchema>;

const reviewStateSchema = z.object({
  /** It must be accepted before it is public. */
  isGated: z.boolean(),
  checks: z.array(checkSchema),
  /** Chapters, from the first one, that have a title and a text and can come out. */
  readyChapters: z.int(),
  /** The last submission; null for none. */
  last: z
    .object({
      state: z.enum(reviewStates),
      submittedAt: instantSchema,
      decidedAt: instantSchema.nullable(),
      /** Of the admins, for the author. */
      reason: z.string(),
      firstChapters: z.int(),
    })
    .nullable(),
});
export type ReviewStateBody = z.infer<typeof reviewStateSchema>;

export const getReview = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/review',
  limit: 'read',
  params: idParams,
  query: nothing,
  body: noBody,
  response: reviewStateSchema,
  refusals: studioRefusals,
});

/**
 * Asks for a novel's acceptance; idempotent while it waits. 409 `REVIEW_INCOMPLETE` without what is
 * required, and `NOT_FOUND` for a novel that needs no acceptance.
 */
export const submitForReview = defineCall({
  method: 'POST',
  path: '/api/studio/novels/{id}/review',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: z.object({
    ownsRights: z.literal(true, 'Confirmez que vous avez les droits de ce texte.'),
    warnsReaders: z.literal(true, 'Confirmez que la présentation avertit les lecteurs.'),
    /** So many chapters, from the first one, come out at acceptance. */
    firstChapters: z
      .int('Un nombre entier de chapitres.')
      .min(0, 'Au moins 0.')
      .max(chaptersListMax, `Au plus ${chaptersListMax}.`),
    note: z
      .string()
      .overwrite(tidyText)
      .max(reviewTextMax, `Au plus ${reviewTextMax} caractères.`)
      .default(''),
  }),
  response: reviewStateSchema,
  refusals: [...studioRefusals, 'REVIEW_INCOMPLETE'],
});

const waitingSchema = z.object({
  _id: idSchema,
  submittedAt: instantSchema,
  note: z.string(),
  firstChapters: z.int(),
  author: z.object({ _id: idSchema, name: z.string() }),
  /** Submissions of this novel that were refused before. */
  refusedBefore: z.int(),
  checks: z.array(checkSchema),
  novel: z.object({
    _id: idSchema,
    title: z.string(),
    authorName: z.string(),
    synopsis: z.string(),
    genres: z.array(z.string()),
    coverImage: z.string().nullable(),
    language: z.string(),
  }),
  chapterCount: z.int(),
  /** The first ones, to be read. */
  chapters: z.array(
    z.object({ _id: idSchema, number: z.int(), title: z.string(), wordCount: z.int() }),
  ),
});
export type WaitingNovel = z.infer<typeof waitingSchema>;

/** Novels that wait, oldest submission first. */
export const listWaitingNovels = defineCall({
  method: 'GET',
  path: '/api/moderation/first-novels',
  limit: 'read',
  params: nothing,
  query: z.object({ cursor: z.string().max(200).optional() }),
  body: noBody,
  response: z.object({ novels: z.array(waitingSchema), nextCursor: z.string().nullable() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

const reason = z
  .string(messages.moderationReasonMissing)
  .overwrite(tidyText)
  .max(reviewTextMax, `Au plus ${reviewTextMax} caractères.`);

/**
 * Accepts or refuses a submission; the author gets an e-mail. 404 `NOT_FOUND` for one that does not
 * wait any more.
 */
export const decideReview = defineCall({
  method: 'POST',
  path: '/api/moderation/first-novels/{id}/decision',
  limit: 'write',
  params: idParams,
  query: nothing,
  body: z.discriminatedUnion('isAccepted', [
    z.object({ isAccepted: z.literal(true), reason: reason.default('') }),
    z.object({
      isAccepted: z.literal(false),
      reason: reason.min(1, messages.moderationReasonMissing),
    }),
  ]),
  /** How many chapters came out. */
  response: z.object({ published: z.int() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});
