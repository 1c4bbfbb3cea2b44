/** The author's area: many chapters of a novel at once. For permissions see `studio-novels.ts`. */
import { z } from 'zod';
import { chaptersListMax, studioLimits } from '../constants.ts';
import { defineCall } from './call.ts';
import { dayField, idParams, idSchema } from './fields.ts';
import { creditCostSchema, lineOf, studioRefusals } from './studio-novels.ts';

const chapterIds = z
  .array(idSchema)
  .min(1, 'Choisissez au moins un chapitre.')
  .max(chaptersListMax, `Au plus ${chaptersListMax} chapitres à la fois.`);

const slotSchema = z.object({
  chapterId: idSchema,
  at: z.iso.datetime({ offset: true, error: 'La date n’est pas valide.' }),
});

const isSilent = z.boolean().default(false);

/** What is done to the chosen chapters. */
const batchSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('publish'), chapterIds, isSilent }),
  z.object({
    action: z.literal('schedule'),
    slots: z
      .array(slotSchema)
      .min(1, 'Choisissez au moins un chapitre.')
      .max(chaptersListMax, `Au plus ${chaptersListMax} chapitres à la fois.`),
    isSilent,
  }),
  z.object({ action: z.literal('withdraw'), chapterIds }),
  z.object({
    action: z.literal('leave'),
    chapterIds,
    /** The day in Paris on which they are withdrawn; null cancels. Readers are told. */
    on: dayField('La date n’est pas valide.').nullable(),
  }),
  z.object({
    action: z.literal('price'),
    chapterIds,
    isPremium: z.boolean(),
    creditCost: creditCostSchema,
  }),
  z.object({
    action: z.literal('part'),
    chapterIds,
    part: lineOf('La partie', studioLimits.partCharacters).nullable(),
  }),
  z.object({
    action: z.literal('move'),
    chapterIds,
    /** They stand after this chapter, in the order that they have; null: at the beginning. */
    afterId: idSchema.nullable(),
  }),
  z.object({ action: z.literal('delete'), chapterIds }),
]);
export type ChapterBatch = z.output<typeof batchSchema>;

/**
 * Publishes, schedules, withdraws, prices, moves or deletes many chapters, as the calls about one
 * chapter do, in one transaction. Chapters for which it cannot be done stay as they are, and
 * `refused` says why; the others are changed. Idempotent. What is published or scheduled is the
 * working copy as last saved. Chapters that come out together are one notice to their followers.
 */
export const changeChapters = defineCall({
  method: 'POST',
  path: '/api/studio/novels/{id}/batch',
  limit: 'write',
  params: idParams,
  body: batchSchema,
  bodyMaxBytes: 512 * 1024,
  response: z.object({
    /** How many of the chosen chapters are now as wanted. */
    done: z.int(),
    refused: z.array(z.object({ _id: idSchema, message: z.string() })),
  }),
  refusals: studioRefusals,
});
export type BatchResult = z.output<(typeof changeChapters)['response']>;
