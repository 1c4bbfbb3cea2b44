import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParams, instantSchema } from './fields.ts';

export const markSchema = z.int32('La marque doit être un entier.');

/** A place in a chapter's text (`src/lib/shared/reading/place.ts`). */
export const placeSchema = z.object({
  /** Index of the block among the text's blocks. */
  paragraph: z.int('Le paragraphe doit être un entier.').min(0).max(1_000_000),
  /** Characters before it in the block. */
  offset: z.int('La position doit être un entier.').min(0).max(10_000_000),
  /** Hash of the block's words, by which it is found again in a corrected text. */
  mark: markSchema,
  /** Hashes of its first and last words and of the blocks beside it. */
  start: markSchema,
  end: markSchema,
  before: markSchema,
  after: markSchema,
});

/** The account's stored place of a chapter. */
export const placeStateSchema = z.object({
  /** Null to open the chapter at its top. */
  place: placeSchema.nullable(),
  /** Changes with each change of the place; null if the account has never had one. */
  version: instantSchema.nullable(),
  /** Of no place: the chapter was read to its end, and not merely restarted. */
  isRead: z.boolean(),
  /** Whether this very session wrote it. */
  isOwn: z.boolean(),
});
export type PlaceStateBody = z.infer<typeof placeStateSchema>;

/** The caller's place in a chapter, for all devices. */
export const getPlace = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}/place',
  limit: 'read',
  params: idParams,
  response: placeStateSchema,
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'PREMIUM_LOCKED', 'ACCESS_LOCKED'],
});

/**
 * Stores the caller's place, or deletes it for null. `version` is the one this device saw last: if
 * another device has changed the place since, nothing is changed and 409 `PLACE_STALE` carries the
 * stored state as `current`. A session never conflicts with itself, and a retry gets the same
 * response. Of two changes of one session that arrive out of order, the one that was sent later is
 * stored, and is the response to both.
 */
export const setPlace = defineCall({
  method: 'PUT',
  path: '/api/chapters/{id}/place',
  limit: 'write',
  params: idParams,
  body: placeStateSchema.pick({ place: true, version: true }).extend({
    isRead: z.boolean('isRead vaut true ou false.').default(false),
    /** When the device sent it, by its own clock, in milliseconds. */
    sentAt: z.int('L’instant d’envoi doit être un entier.').min(0),
  }),
  response: placeStateSchema,
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'PREMIUM_LOCKED', 'PLACE_STALE', 'ACCESS_LOCKED'],
});
