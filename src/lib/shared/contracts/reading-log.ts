import { z } from 'zod';
import { defineCall } from './call.ts';
import { nothing } from './fields.ts';

/** Months and years of a log. */
export const logPeriodsMax = 1_000;

/** What the caller read in a year (`2026`) or a month (`2026-11`) of the calendar in Paris. */
export const logPeriodSchema = z.object({
  period: z.string(),
  /** Of the chapters, at the site's reading speed. */
  minutes: z.int(),
  /** Read to their end; one that was read again is in the period of the last time. */
  chapters: z.int(),
  /** In which the caller's place moved. */
  novels: z.int(),
});
export type LogPeriod = z.infer<typeof logPeriodSchema>;

/** The caller's reading log, the last period first; empty where they have switched it off. */
export const getReadingLog = defineCall({
  method: 'GET',
  path: '/api/library/log',
  limit: 'read',
  response: z.object({
    isOn: z.boolean(),
    periods: z.array(logPeriodSchema).max(logPeriodsMax),
  }),
  refusals: ['SIGN_IN_REQUIRED'],
});

/** Switches the log on or off. Off, it is not computed. Idempotent. */
export const setReadingLog = defineCall({
  method: 'PUT',
  path: '/api/library/log',
  limit: 'write',
  body: z.object({ isOn: z.boolean('isOn vaut true ou false.') }),
  response: nothing,
  refusals: ['SIGN_IN_REQUIRED'],
});
