/** Book files that wait for their author to say what becomes of them. */
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/** A book that an author sent. Kept for a day. */
export const bookUploads = pgTable(
  'book_uploads',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    /** SHA-256 of the bytes. */
    hash: text('hash').notNull(),
    bytes: bytea('bytes').notNull(),
    /** What became of it, as its confirmation was answered; asked again, that is the answer. */
    outcome: jsonb('outcome'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('book_uploads_owner').on(t.ownerId, newestFirst(t.createdAt)),
    index('book_uploads_expiry').on(t.expiresAt),
  ],
);
