import { z } from 'zod';
import { noticedPacesMax } from '../constants.ts';
import { defineCall } from './call.ts';
import { idSchema, instantSchema, noBody, nothing } from './fields.ts';

/** An account that opened premium chapters faster than people read. */
const noticedPaceSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** Distinct premium chapters in the hour before, the refused one included. */
  rate: z.int(),
  noticedAt: instantSchema,
  /** `over`: it opens chapters as everybody does again. */
  state: z.enum(['slowed', 'stopped', 'over']),
  stoppedUntil: instantSchema.nullable(),
  /** Answers of that hour by how the pointer moved; `missing` says nothing against anybody. */
  traces: z.object({ natural: z.int(), mechanical: z.int(), missing: z.int() }),
});
export type NoticedPace = z.infer<typeof noticedPaceSchema>;

/** Accounts that were noticed within the last month, last noticed first. */
export const listNoticedPaces = defineCall({
  method: 'GET',
  path: '/api/moderation/paces',
  limit: 'read',
  params: nothing,
  query: nothing,
  body: noBody,
  response: z.object({
    paces: z.array(noticedPaceSchema).max(noticedPacesMax),
    /** Distinct premium chapters in an hour that are nothing to notice. */
    perHour: z.int(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});
