/** Background jobs of all instances, so that one that no longer succeeds is noticed. No personal data. */
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  everySeconds: integer('every_seconds').notNull(),
  /** When an instance first ran it. */
  begunAt: instant('begun_at').notNull(),
  /** Noted once a minute at most. */
  succeededAt: instant('succeeded_at'),
});
