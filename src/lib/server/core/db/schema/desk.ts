/** The publisher's desk (decision 155). What its staff do stands in `moderation_acts`. */
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/** What staff note about a person for one another: part of that person's export, and gone with them. */
export const staffNotes = pgTable(
  'staff_notes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the writer's account is erased. */
    writerId: uuid('writer_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('staff_notes_user').on(t.userId, newestFirst(t.createdAt)),
    index('staff_notes_writer').on(t.writerId),
    check('staff_notes_not_blank', sql`btrim(${t.text}) <> ''`),
  ],
);
