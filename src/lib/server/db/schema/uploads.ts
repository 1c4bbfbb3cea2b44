/** Uploaded book files that wait for their author's confirmation. */
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/** A book uploaded by an author. Kept for a day; its file is in `book_upload_parts`. */
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

/**
 * A chunk of an upload's file. PGlite runs on the server's own thread: one row of 20 MB would
 * block all other requests for seconds.
 */
export const bookUploadParts = pgTable(
  'book_upload_parts',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => bookUploads.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the file. */
    position: integer('position').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.position] })],
);
