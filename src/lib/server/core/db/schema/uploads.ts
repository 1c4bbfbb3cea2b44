/** Uploaded book files that wait for their author's confirmation. */
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/** A book uploaded by an author. Kept for a day. */
export const bookUploads = pgTable(
  'book_uploads',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    bytes: bytea('bytes').notNull(),
    /** The owner's edits of its chapters so far: `importEditsSchema`. */
    edits: jsonb('edits').notNull().default([]),
    /** The result of its confirmation; a retry returns the same. */
    outcome: jsonb('outcome'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('book_uploads_owner').on(t.ownerId, newestFirst(t.createdAt)),
    index('book_uploads_expiry').on(t.expiresAt),
  ],
);
