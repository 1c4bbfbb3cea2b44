/** What stands in the margin of chapters (decision 163). */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { highlightColours } from '#shared/reading/margin.ts';
import { chapters } from './catalogue.ts';
import { createdAt, id, placeColumns, updatedAt } from './columns.ts';
import { comments } from './community.ts';
import { users } from './identity.ts';

const chapterId = () =>
  uuid('chapter_id')
    .notNull()
    .references(() => chapters.id, { onDelete: 'cascade' });

/** A reader's own: words of one paragraph, with a colour and perhaps a note. */
export const highlights = pgTable(
  'highlights',
  {
    /** Made by the browser. */
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    chapterId: chapterId(),
    ...placeColumns(),
    length: integer('length').notNull(),
    /** Hash of the words themselves. */
    passageMark: integer('passage_mark').notNull(),
    colour: text('colour', { enum: highlightColours }).notNull(),
    note: text('note').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('highlights_user').on(t.userId, t.chapterId),
    index('highlights_chapter').on(t.chapterId),
    check('highlights_inside', sql`${t.paragraph} >= 0 and ${t.characterOffset} >= 0`),
    check('highlights_length', sql`${t.length} between 1 and 2000`),
    check('highlights_colour', sql`${t.colour} in ('yellow', 'green', 'blue', 'rose')`),
    check('highlights_note_bounded', sql`char_length(${t.note}) <= 1000`),
  ],
);

/** The paragraph that a comment of level 1 is about. */
export const commentPlaces = pgTable(
  'comment_places',
  {
    commentId: uuid('comment_id')
      .primaryKey()
      .references(() => comments.id, { onDelete: 'cascade' }),
    chapterId: chapterId(),
    ...placeColumns(),
  },
  (t) => [
    index('comment_places_chapter').on(t.chapterId, t.paragraph, t.mark),
    check('comment_places_inside', sql`${t.paragraph} >= 0 and ${t.characterOffset} >= 0`),
  ],
);

/** What the author says at a paragraph to who has read the chapter. */
export const marginNotes = pgTable(
  'margin_notes',
  {
    /** Made by the browser. */
    id: id(),
    chapterId: chapterId(),
    ...placeColumns(),
    text: text('text').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('margin_notes_chapter').on(t.chapterId, t.paragraph),
    check('margin_notes_inside', sql`${t.paragraph} >= 0 and ${t.characterOffset} >= 0`),
    check('margin_notes_bounded', sql`char_length(${t.text}) between 1 and 500`),
  ],
);
