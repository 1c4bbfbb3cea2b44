/** What chapters were before: every published text, and a thinned choice of what was saved. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { chapters } from './catalogue.ts';
import { id, instant, newestFirst } from './columns.ts';
import { users } from './identity.ts';

/**
 * A text that a chapter had (decision 85). A published one stays as long as its chapter; a saved one is
 * the working copy at the end of a stretch of writing, and is thinned as it grows old.
 */
export const chapterVersions = pgTable(
  'chapter_versions',
  {
    id: id(),
    chapterId: uuid('chapter_id')
      .notNull()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['published', 'saved'] }).notNull(),
    title: text('title').notNull(),
    html: text('html').notNull(),
    wordCount: integer('word_count').notNull(),
    /** “Précédemment” and the persons beside it, until the next version. */
    recap: text('recap').notNull().default(''),
    cast: text('cast').notNull().default(''),
    /** Null for an import by command or a deleted account; of a scheduled one who scheduled it. */
    writtenBy: uuid('written_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the stretch of writing began; when a published one came out first. */
    begunAt: instant('begun_at').notNull(),
    /** When it was saved, or came out, last. */
    keptAt: instant('kept_at').notNull(),
  },
  (t) => [
    index('chapter_versions_newest').on(t.chapterId, newestFirst(t.keptAt), newestFirst(t.id)),
    index('chapter_versions_writer').on(t.writtenBy),
    // For the job that thins them.
    index('chapter_versions_saved')
      .on(t.keptAt)
      .where(sql`${t.kind} = 'saved'`),
    check('chapter_versions_kind_known', sql`${t.kind} in ('published', 'saved')`),
  ],
);
