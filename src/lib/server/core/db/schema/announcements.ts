/** What authors say beside their chapters: notes of chapters and announcements (decision 87). */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { chapters, novels } from './catalogue.ts';
import { createdAt, id, newestFirst, updatedAt } from './columns.ts';
import { releases } from './outbox.ts';
import { users } from './identity.ts';

/** The notes of every chapter of a novel that has none of its own; '' is none. */
export const novelNotes = pgTable(
  'novel_notes',
  {
    novelId: uuid('novel_id')
      .primaryKey()
      .references(() => novels.id, { onDelete: 'cascade' }),
    before: text('before').notNull().default(''),
    after: text('after').notNull().default(''),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'novel_notes_bounded',
      sql`char_length(${t.before}) <= 1000 and char_length(${t.after}) <= 1000`,
    ),
  ],
);

/**
 * A chapter's own notes. Null: the novel's default; '': none. Without a row, both are the default.
 */
export const chapterNotes = pgTable(
  'chapter_notes',
  {
    chapterId: uuid('chapter_id')
      .primaryKey()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    before: text('before'),
    after: text('after'),
    /** “Précédemment”, and who is introduced, a person a line (`readCast`); '' is nothing. */
    recap: text('recap').notNull().default(''),
    cast: text('cast').notNull().default(''),
    /** Its chapter's; null where it was written before there were recaps. */
    novelId: uuid('novel_id').references(() => novels.id, { onDelete: 'cascade' }),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('chapter_notes_novel').on(t.novelId),
    check(
      'chapter_notes_recap_bounded',
      sql`char_length(${t.recap}) <= 400 and char_length(${t.cast}) <= 2000`,
    ),
    check(
      'chapter_notes_bounded',
      sql`char_length(${t.before}) <= 1000 and char_length(${t.after}) <= 1000`,
    ),
  ],
);

/** News of a novel that are not a chapter: never numbered, never sold. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    /** Null once the account of its writer is erased. */
    writerId: uuid('writer_id').references(() => users.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Its message to followers; null where they were not sent it. */
    releaseId: uuid('release_id').references(() => releases.id, { onDelete: 'set null' }),
    /** Made by the form: the form sent twice makes one. */
    creationKey: uuid('creation_key').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('announcements_newest').on(t.novelId, newestFirst(t.createdAt), newestFirst(t.id)),
    index('announcements_writer').on(t.writerId),
    uniqueIndex('announcements_release')
      .on(t.releaseId)
      .where(sql`${t.releaseId} is not null`),
    uniqueIndex('announcements_creation').on(t.novelId, t.creationKey),
    check(
      'announcements_bounded',
      sql`char_length(${t.title}) between 1 and 120 and char_length(${t.text}) between 1 and 4000`,
    ),
  ],
);

/**
 * Days in Paris on which a novel's followers were sent an announcement: one a day at most, also
 * where it was deleted since.
 */
export const announcementDays = pgTable(
  'announcement_days',
  {
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.novelId, t.day] })],
);
