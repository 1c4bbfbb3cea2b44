/** Which accounts may announce under the name of an author or translator (decision 97); for admins. */
import { z } from 'zod';
import { studioLimits } from '../constants.ts';
import { authorParams } from './authors.ts';
import { defineCall } from './call.ts';
import { idSchema, instantSchema } from './fields.ts';

const holderSchema = z.object({ _id: idSchema, name: z.string(), isHolder: z.boolean() });

/**
 * A novel that is not announced under a name (decision 97): another's under a name that the caller
 * holds, or the caller's own.
 */
export const unannouncedSchema = z.object({
  name: z.string(),
  isOwn: z.boolean(),
  novel: z.object({ slug: z.string(), title: z.string() }),
});
export type UnannouncedNovel = z.infer<typeof unannouncedSchema>;

/** The accounts that hold a name, or whose holding was ended. */
const holdersSchema = z.object({ holders: z.array(holderSchema) });
export type NameHoldersBody = z.infer<typeof holdersSchema>;

export const getNameHolders = defineCall({
  method: 'GET',
  path: '/api/moderation/names/{slug}',
  limit: 'read',
  params: authorParams,
  response: holdersSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});

/** Lets an account announce under a name, or no longer. Idempotent. 404 for an unknown account. */
export const setNameHolder = defineCall({
  method: 'PUT',
  path: '/api/moderation/names/{slug}',
  limit: 'write',
  params: authorParams,
  body: z.object({ userId: idSchema, isHolder: z.boolean('Dites si ce compte porte ce nom.') }),
  response: holdersSchema,
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN', 'NOT_FOUND'],
});

const nameUseSchema = z.object({
  slug: z.string(),
  /** As the novel spells it. */
  name: z.string(),
  novel: z.object({ _id: idSchema, slug: z.string(), title: z.string() }),
  owner: z.object({ _id: idSchema, name: z.string() }),
  at: instantSchema,
});
export type NameUseBody = z.infer<typeof nameUseSchema>;

/**
 * The last public novels under a name that their owner does not hold, newest first; `name`, as anybody
 * spells it, asks for those under it, and for its address.
 */
export const listNameUses = defineCall({
  method: 'GET',
  path: '/api/moderation/names',
  limit: 'read',
  query: z.object({
    name: z
      .string()
      .trim()
      .min(1, 'Indiquez un nom.')
      .max(studioLimits.authorNameCharacters, 'Ce nom est trop long.')
      .optional(),
  }),
  response: z.object({ uses: z.array(nameUseSchema), slug: z.string().nullable() }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});
