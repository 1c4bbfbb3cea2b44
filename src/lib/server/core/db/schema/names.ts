/** Which accounts may announce novels under the name of an author or translator (decision 97). */
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { novels } from './catalogue.ts';
import { createdAt, instant } from './columns.ts';
import { users } from './identity.ts';

/**
 * Accounts that hold a name, by its address (`slug_of`): what their novels publish under it is
 * announced to who follows it. The first account that publishes under a free name holds it
 * (`novels_hold_names` in the baseline); an admin adds others and ends holdings. A row that has ended
 * stays, so that who lost a name cannot take it again as a free one.
 */
export const nameHolders = pgTable(
  'name_holders',
  {
    slug: text('slug').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
  },
  (t) => [primaryKey({ columns: [t.slug, t.userId] }), index('name_holders_user').on(t.userId)],
);

/** Public novels under a name that their owner did not hold, written by the same trigger. */
export const nameUses = pgTable(
  'name_uses',
  {
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    slug: text('slug').notNull(),
    createdAt: createdAt(),
    /** When letters to the accounts that hold the name were written. */
    toldAt: instant('told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.slug] }),
    index('name_uses_newest').on(t.createdAt),
    index('name_uses_untold')
      .on(t.createdAt)
      .where(sql`${t.toldAt} is null`),
  ],
);
