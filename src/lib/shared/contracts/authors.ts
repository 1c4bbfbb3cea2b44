import { z } from 'zod';
import { followedAuthorsListMax } from '../constants.ts';
import { defineCall } from './call.ts';

/** An author or translator, by the address of their page (the database's `slug_of`). */
export const authorParams = z.object({
  slug: z.string().regex(/^[a-z0-9-]{1,120}$/, 'L’adresse de l’auteur n’est pas valide.'),
});

const followSchema = z.object({ isFollowed: z.boolean('Dites si vous suivez cet auteur.') });

/** Whether the caller follows an author; 404 for one without a public novel. */
export const getFollowedAuthor = defineCall({
  method: 'GET',
  path: '/api/authors/{slug}/follow',
  limit: 'read',
  params: authorParams,
  response: followSchema,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
});

/**
 * Follows an author, or no longer: new chapters of their novels are new to the caller, as those of
 * favourites are (decision 76). Idempotent. Who has no public novel any more can be left.
 */
export const setFollowedAuthor = defineCall({
  method: 'PUT',
  path: '/api/authors/{slug}/follow',
  limit: 'write',
  params: authorParams,
  body: followSchema,
  response: followSchema,
  refusals: ['SIGN_IN_REQUIRED', 'NOT_FOUND'],
});

const followedAuthorSchema = z.object({
  slug: z.string(),
  /** As their newest novel spells it; null where they have none that is public any more. */
  name: z.string().nullable(),
});
export type FollowedAuthorBody = z.infer<typeof followedAuthorSchema>;

/** The authors whom the caller follows, the last one first. */
export const listFollowedAuthors = defineCall({
  method: 'GET',
  path: '/api/library/authors',
  limit: 'read',
  response: z.array(followedAuthorSchema).max(followedAuthorsListMax),
  refusals: ['SIGN_IN_REQUIRED'],
});
