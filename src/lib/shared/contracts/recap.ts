/** What a reader who comes back is reminded of (decision 156). */
import { z } from 'zod';
import { recapLimits } from '../constants.ts';
import { defineCall } from './call.ts';
import { idParams, idSchema } from './fields.ts';

/**
 * What a reader of this chapter may be reminded of: who is known in it, and the last recaps before it, in
 * the order of the story; of chapters that the caller may read alone. Recaps go up to what was read
 * whole: `last`, the chapter that this device read last, or the one before it without `isWhole`; or what
 * the account has read. One that was here within seven days gets none.
 */
export const getReminder = defineCall({
  method: 'GET',
  path: '/api/chapters/{id}/reminder',
  limit: 'read',
  params: idParams,
  query: z.object({ last: idSchema.optional(), isWhole: z.literal('true').optional() }),
  response: z.object({
    recaps: z
      .array(z.object({ chapterNumber: z.int(), title: z.string(), text: z.string() }))
      .max(recapLimits.shown),
    people: z
      .array(z.object({ name: z.string(), others: z.array(z.string()), line: z.string() }))
      .max(recapLimits.people),
  }),
  isBehindLock: true,
  refusals: ['NOT_FOUND', 'PREMIUM_LOCKED', 'ACCESS_LOCKED'],
});
export type ReminderBody = z.infer<(typeof getReminder)['response']>;
