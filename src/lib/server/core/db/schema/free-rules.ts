import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { studioLimits } from '#shared/constants.ts';
import { novels } from './catalogue.ts';

/**
 * So many days after its publication a premium chapter is free, in a novel or a part of it. The
 * instant itself stands at the chapter (`chapters.freeFrom`), which alone decides.
 */
export const freeRules = pgTable(
  'free_rules',
  {
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    /** The title of a part, whose rule goes before that of the novel; '' is the novel. */
    part: text('part').notNull().default(''),
    /** Null: chapters of this part do not become free. */
    days: integer('days'),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.part] }),
    check(
      'free_rules_days_in_range',
      sql`${t.days} between 1 and ${sql.raw(String(studioLimits.freeAfterDays))}`,
    ),
    check('free_rules_novel_has_days', sql`${t.part} <> '' or ${t.days} is not null`),
  ],
);
