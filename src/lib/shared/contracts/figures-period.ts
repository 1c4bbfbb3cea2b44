/** The figures of a novel in a chosen period, for its author. */
import { z } from 'zod';
import { periodDaysMax } from '../constants.ts';
import { defineCall } from './call.ts';
import { dayField, fileSchema, idParams, idSchema } from './fields.ts';
import { studioRefusals } from './studio-novels.ts';

const dayMs = 86_400_000;
const day = dayField('Une date s’écrit comme 2026-11-21.');

/** Days in Paris, both included. */
export const periodQuery = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'La date de fin est avant celle du début.',
  })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < periodDaysMax, {
    path: ['from'],
    message: `Une période a au plus ${periodDaysMax} jours.`,
  });

const sums = z.object({
  novelViews: z.int(),
  views: z.int(),
  likes: z.int(),
  comments: z.int(),
  unlocks: z.int(),
  /** Spent on this novel's chapters. */
  creditsEarned: z.int(),
  /** Signed-in readers who left a dated trace: a place, like, bookmark, comment, unlock. */
  readers: z.int(),
  /**
   * What these credits were bought for, without VAT and without what was refunded since, in cents,
   * whatever share of it is the author's. Free credits are worth nothing.
   */
  netCents: z.int(),
});

/**
 * A novel's figures from one day to another, those of as many days before, how many readers went on
 * from a free chapter to the premium one after it, and how many came back, by the week in which
 * they first left a trace.
 */
export const getNovelPeriod = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/period',
  limit: 'content',
  params: idParams,
  query: periodQuery,
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    before: z.object({ from: z.iso.date(), to: z.iso.date(), sums }),
    sums,
    days: z
      .array(sums.omit({ readers: true, netCents: true }).extend({ day: z.iso.date() }))
      .max(periodDaysMax),
    /** Where readers came from (`parseOrigin`), most views first; `before`: all views of the days before. */
    origins: z.array(
      z.object({ origin: z.string(), novelViews: z.int(), views: z.int(), before: z.int() }),
    ),
    /** Of all time: a free chapter that a premium one follows. */
    conversions: z.array(
      z.object({
        _id: idSchema,
        chapterNumber: z.int(),
        title: z.string(),
        nextNumber: z.int(),
        readers: z.int(),
        /** Of these, who unlocked the next chapter. */
        opened: z.int(),
      }),
    ),
    /** Weeks begin on Monday. `back[n]`: readers of the cohort who were there n weeks later. */
    cohorts: z.array(z.object({ week: z.iso.date(), readers: z.int(), back: z.array(z.int()) })),
  }),
  refusals: studioRefusals,
});
export type NovelPeriodBody = z.output<(typeof getNovelPeriod)['response']>;

/** One of these tables as CSV; the chapters are of all time. */
export const getPeriodTable = defineCall({
  method: 'GET',
  path: '/api/studio/novels/{id}/period-table',
  limit: 'export',
  params: idParams,
  query: periodQuery.and(
    z.object({
      table: z.enum(
        ['comparison', 'days', 'origins', 'chapters', 'conversions', 'cohorts'],
        'table vaut comparison, days, origins, chapters, conversions ou cohorts.',
      ),
    }),
  ),
  response: fileSchema,
  refusals: studioRefusals,
});
export type PeriodTable = z.output<(typeof getPeriodTable)['query']>['table'];
