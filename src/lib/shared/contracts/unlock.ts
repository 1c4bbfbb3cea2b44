/** What chapters cost, and how they are unlocked. */
import { z } from 'zod';
import { novelPartsMax } from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema } from './fields.ts';

const unlockResponse = z.object({ remainingCredits: z.int(), chapterIds: z.array(idSchema) });

/**
 * Unlocks a premium chapter for good. Idempotent: charged once. 402 `INSUFFICIENT_CREDITS` carries
 * `remainingCredits` and `missingCredits`. If `credits` is what the caller was shown, another cost
 * is 409 `PRICE_CHANGED`, which carries it.
 */
export const unlockChapter = defineCall({
  method: 'POST',
  path: '/api/chapters/{id}/unlock',
  limit: 'write',
  params: idParams,
  body: z.object({ credits: z.int().min(1).optional() }).optional(),
  response: unlockResponse,
  isBehindLock: true,
  refusals: [
    'SIGN_IN_REQUIRED',
    'NOT_FOUND',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'CHALLENGE_REQUIRED',
    'ACCESS_LOCKED',
    'READING_PAUSED',
  ],
});

/** Imported titles may be longer than those that the studio takes. */
const partCharactersMax = 1_000;

/** A part of a novel, by its title as its chapters have it. */
export const partSchema = z
  .string('Indiquez une partie.')
  .min(1, 'Indiquez une partie.')
  .max(partCharactersMax, 'Ce titre de partie est trop long.');

/** Chapters that are locked for the caller, and their cost. */
const sumSchema = z.object({ chapters: z.int(), credits: z.int() });

const partPriceSchema = sumSchema.extend({ part: z.string() });
export type PartPriceBody = z.infer<typeof partPriceSchema>;

/**
 * The title of a novel, and what its rest costs the caller: the premium chapters that are locked for
 * them; and the same of each part with premium chapters, in the order of their first ones.
 */
export const getNovelPrice = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/price',
  limit: 'read',
  params: idParams,
  response: sumSchema.extend({
    title: z.string(),
    parts: z.array(partPriceSchema).max(novelPartsMax),
  }),
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'ACCESS_LOCKED'],
});
export type NovelPriceBody = z.infer<typeof getNovelPrice.response>;

/**
 * Unlocks all of them at once, of the novel or of a part. `credits` is the sum that the caller
 * confirmed: another one is 409 `PRICE_CHANGED`, which carries it; so is a part that has no premium
 * chapter any more, under this title.
 */
export const unlockNovel = defineCall({
  method: 'POST',
  path: '/api/novels/{id}/unlock',
  limit: 'write',
  params: idParams,
  body: z.object({ credits: z.int().min(0), part: partSchema.optional() }),
  response: unlockResponse,
  isBehindLock: true,
  refusals: [
    'SIGN_IN_REQUIRED',
    'NOT_FOUND',
    'INSUFFICIENT_CREDITS',
    'PRICE_CHANGED',
    'CHALLENGE_REQUIRED',
    'ACCESS_LOCKED',
    'READING_PAUSED',
  ],
});
