import { z } from 'zod';
import { noticedPacesMax } from '../constants.ts';
import { defineCall } from './call.ts';
import { idSchema, instantSchema } from './fields.ts';

/** An account that opened premium chapters faster than people read. */
const noticedPaceSchema = z.object({
  _id: idSchema,
  name: z.string(),
  /** Distinct premium chapters in the hour before, the refused one included. */
  rate: z.int(),
  noticedAt: instantSchema,
  /** `over`: its pace is normal again. */
  state: z.enum(['slowed', 'stopped', 'over']),
  stoppedUntil: instantSchema.nullable(),
  /** Answers of that hour by pointer trace; `missing` counts against nobody. */
  traces: z.object({ natural: z.int(), mechanical: z.int(), missing: z.int() }),
});
export type NoticedPace = z.infer<typeof noticedPaceSchema>;

/** Accounts that were noticed within the last month, last noticed first. */
export const listNoticedPaces = defineCall({
  method: 'GET',
  path: '/api/moderation/paces',
  limit: 'read',
  response: z.object({
    paces: z.array(noticedPaceSchema).max(noticedPacesMax),
    /** The number of distinct premium chapters per hour that is not noticed. */
    perHour: z.int(),
  }),
  refusals: ['SIGN_IN_REQUIRED', 'FORBIDDEN'],
});
