/** The leftover generic item. Specification section 2. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, newestFirst } from './columns.ts';
import { users } from './identity.ts';

export const items = pgTable(
  'items',
  {
    id: id(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    priceCents: integer('price_cents').notNull(),
    creatorId: uuid('creator_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('items_newest').on(newestFirst(t.createdAt), newestFirst(t.id)),
    index('items_creator').on(t.creatorId),
    check('items_price_never_negative', sql`${t.priceCents} >= 0`),
  ],
);
