import { z } from 'zod';
import { novelsPageSize, novelsPageSizeMax } from '../constants.ts';
import { defineCall } from './call.ts';
import { countViewQuery, idSchema, instantSchema, nothing } from './fields.ts';

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
  views: z.int(),
  favorites: z.int(),
  chapterCount: z.int(),
  /** Mean of the ratings, one decimal; null while nobody has rated. */
  rating: z.number().nullable(),
  ratingAvg: z.number().nullable(),
  ratingCount: z.int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type NovelBody = z.infer<typeof novelSchema>;

/** Newest first. `nextCursor` asks for what comes after the last one of this answer. */
export const listNovels = defineCall({
  method: 'GET',
  path: '/api/novels',
  params: nothing,
  query: z.object({
    cursor: z.string().max(200).optional(),
    limit: z.coerce
      .number('limit est un nombre.')
      .int('limit est un nombre entier.')
      .min(1, 'limit vaut au moins 1.')
      .max(novelsPageSizeMax, `limit vaut au plus ${novelsPageSizeMax}.`)
      .default(novelsPageSize),
  }),
  response: z.object({ novels: z.array(novelSchema), nextCursor: z.string().nullable() }),
  refusals: ['MALFORMED', 'RATE_LIMITED'],
});

/** One novel. `countView=true` counts a view, once per client token and day. */
export const getNovel = defineCall({
  method: 'GET',
  path: '/api/novels/{id}',
  params: z.object({ id: idSchema }),
  query: countViewQuery,
  response: novelSchema,
  refusals: ['MALFORMED', 'NOT_FOUND', 'CLIENT_TOKEN_INVALID', 'RATE_LIMITED'],
});
