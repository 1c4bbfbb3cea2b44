import { z } from 'zod';
import {
  novelsPageSize,
  novelsPageSizeMax,
  searchTextCharacters,
  suggestionsMax,
} from '../constants.ts';
import { defineCall } from './call.ts';
import { boundedNumber, countViewQuery, idParams, idSchema, instantSchema } from './fields.ts';

/** Of `content-warnings.ts`; a later version may have others. `ageMin` in years, null: not said. */
export const contentFields = { contentWarnings: z.array(z.string()), ageMin: z.int().nullable() };

/** A novel as the API gives it; field names of the specification, section 3. */
export const novelSchema = z.object({
  _id: idSchema,
  slug: z.string(),
  title: z.string(),
  authorName: z.string(),
  /** Address of the cover at a middle width; null where there is none. */
  coverImage: z.string().nullable(),
  description: z.string(),
  status: z.enum(['ongoing', 'completed', 'hiatus']),
  language: z.string(),
  genres: z.array(z.string()),
  tags: z.array(z.string()),
  ...contentFields,
  views: z.int(),
  favorites: z.int(),
  chapterCount: z.int(),
  /** Mean of the ratings, one decimal; null without ratings. */
  rating: z.number().nullable(),
  ratingAvg: z.number().nullable(),
  ratingCount: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type NovelBody = z.infer<typeof novelSchema>;

/** Newest first. `nextCursor` requests the next page. */
export const listNovels = defineCall({
  method: 'GET',
  path: '/api/novels',
  limit: 'read',
  query: z.object({
    cursor: z.string().max(200).optional(),
    limit: boundedNumber('limit', { min: 1, max: novelsPageSizeMax }).default(novelsPageSize),
  }),
  response: z.object({ novels: z.array(novelSchema), nextCursor: z.string().nullable() }),
  refusals: [],
});

const suggestedNovelSchema = z.object({
  slug: z.string(),
  title: z.string(),
  authorName: z.string(),
  ...contentFields,
});
export type SuggestedNovel = z.infer<typeof suggestedNovelSchema>;

/** Novels in whose names each word of `q` begins one; none for a single character. */
export const suggestNovels = defineCall({
  method: 'GET',
  path: '/api/novels/suggestions',
  limit: 'read',
  query: z.object({
    q: z
      .string('Indiquez des mots à chercher.')
      .trim()
      .max(searchTextCharacters, `Une recherche a au plus ${searchTextCharacters} caractères.`),
  }),
  response: z.object({ novels: z.array(suggestedNovelSchema).max(suggestionsMax) }),
  refusals: [],
});

/** One novel. `countView=true` counts a view, once per client token and day. */
export const getNovel = defineCall({
  method: 'GET',
  path: '/api/novels/{id}',
  limit: 'read',
  params: idParams,
  query: countViewQuery,
  response: novelSchema,
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'ACCESS_LOCKED'],
});

/** Whether the novel is among the caller's favourites, and how many users have it there. */
export const getUserFavorite = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/user-favorite',
  limit: 'read',
  params: idParams,
  response: z.object({ favorites: z.int(), isFavorited: z.boolean() }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ACCESS_LOCKED'],
});

/**
 * Adds the novel to the favourites or removes it, as the body says; without a body it toggles,
 * as in the specification. A given state is idempotent, a toggle is not: our pages give one.
 */
export const setFavorite = defineCall({
  method: 'POST',
  path: '/api/novels/{id}/favorite',
  limit: 'write',
  params: idParams,
  body: z.object({ isFavorited: z.boolean().optional() }).default({}),
  response: z.object({ favorites: z.int(), isFavorited: z.boolean() }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ACCESS_LOCKED'],
});

/** The caller's rating of the novel; null for none. */
export const getUserRating = defineCall({
  method: 'GET',
  path: '/api/novels/{id}/user-rating',
  limit: 'read',
  params: idParams,
  response: z.object({ rating: z.int().nullable() }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ACCESS_LOCKED'],
});

/** Rates the novel, or changes the rating. */
export const rateNovel = defineCall({
  method: 'POST',
  path: '/api/novels/{id}/rate',
  limit: 'write',
  params: idParams,
  body: z.object({
    rating: z
      .int('La note est un nombre entier.')
      .min(1, 'La note va de 1 à 5.')
      .max(5, 'La note va de 1 à 5.'),
  }),
  response: z.object({ ratingAvg: z.number(), ratingCount: z.int() }),
  isBehindLock: true,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND', 'ACCESS_LOCKED'],
});
