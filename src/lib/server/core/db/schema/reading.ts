/** What reading leaves behind: marks, places, views. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { chapters, novels } from './catalogue.ts';
import { createdAt, instant, newestFirst, placeColumns, updatedAt } from './columns.ts';
import { users } from './identity.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const chapterId = () =>
  uuid('chapter_id')
    .notNull()
    .references(() => chapters.id, { onDelete: 'cascade' });
const novelId = () =>
  uuid('novel_id')
    .notNull()
    .references(() => novels.id, { onDelete: 'cascade' });

export const chapterLikes = pgTable(
  'chapter_likes',
  { userId: userId(), chapterId: chapterId(), createdAt: createdAt() },
  (t) => [
    primaryKey({ columns: [t.chapterId, t.userId] }),
    index('chapter_likes_user').on(t.userId),
  ],
);

export const bookmarks = pgTable(
  'bookmarks',
  { userId: userId(), chapterId: chapterId(), createdAt: createdAt() },
  (t) => [
    primaryKey({ columns: [t.userId, t.chapterId] }),
    index('bookmarks_newest').on(t.userId, newestFirst(t.createdAt)),
    index('bookmarks_chapter').on(t.chapterId),
  ],
);

export const favorites = pgTable(
  'favorites',
  {
    userId: userId(),
    novelId: novelId(),
    createdAt: createdAt(),
    /** When the user last opened the novel or one of its chapters; null before. */
    openedAt: instant('opened_at'),
    /** Followed without e-mails and messages about it. */
    isMuted: boolean('is_muted').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.novelId] }),
    index('favorites_newest').on(t.userId, newestFirst(t.createdAt)),
    // Followers in the order of their ids: those of a release are told in batches.
    index('favorites_followers').on(t.novelId, t.userId),
  ],
);

export const ratings = pgTable(
  'ratings',
  {
    userId: userId(),
    novelId: novelId(),
    rating: integer('rating').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.novelId] }),
    index('ratings_novel').on(t.novelId),
    check('ratings_one_to_five', sql`${t.rating} between 1 and 5`),
  ],
);

/**
 * Place in the text: a paragraph, a fingerprint that finds it again in a corrected text, and an
 * offset in it. Without a paragraph the chapter opens at its top: it was read to its end, for which
 * the offset is 1, or restarted.
 */
export const readingPlaces = pgTable(
  'reading_places',
  {
    userId: userId(),
    chapterId: chapterId(),
    ...placeColumns(),
    paragraph: integer('paragraph'),
    /**
     * The session that wrote last: a place written by another session is not lost when it
     * writes again.
     */
    device: text('device').notNull().default(''),
    /** When that session sent it, by its own clock: identifies its changes that arrive late. */
    sentAtMs: bigint('sent_at_ms', { mode: 'number' }).notNull().default(0),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.chapterId] }),
    index('reading_places_chapter').on(t.chapterId),
    index('reading_places_recent').on(t.userId, newestFirst(t.updatedAt)),
    check('reading_places_inside', sql`${t.paragraph} >= 0 and ${t.characterOffset} >= 0`),
  ],
);

/**
 * A novel in a reader's library. Reading sets the status of a novel that is new here, and ends it with
 * the last chapter, unless the reader has chosen one (`isChosen`).
 */
export const libraryEntries = pgTable(
  'library_entries',
  {
    userId: userId(),
    novelId: novelId(),
    status: text('status', { enum: ['reading', 'to_read', 'finished', 'dropped'] }).notNull(),
    isChosen: boolean('is_chosen').notNull().default(false),
    /** The chapter opened last, and when; null before the first. */
    lastChapterId: uuid('last_chapter_id').references(() => chapters.id, { onDelete: 'set null' }),
    lastReadAt: instant('last_read_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.novelId] }),
    index('library_entries_newest').on(t.userId, newestFirst(t.updatedAt)),
    index('library_entries_novel').on(t.novelId),
    index('library_entries_chapter').on(t.lastChapterId),
    check(
      'library_entries_status_known',
      sql`${t.status} in ('reading', 'to_read', 'finished', 'dropped')`,
    ),
  ],
);

/** Authors and translators whom a reader follows, by the address of their page. */
export const followedAuthors = pgTable(
  'followed_authors',
  {
    userId: userId(),
    authorSlug: text('author_slug').notNull(),
    createdAt: createdAt(),
    /** Followed without e-mails and messages about their novels. */
    isMuted: boolean('is_muted').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.authorSlug] }),
    index('followed_authors_newest').on(t.userId, newestFirst(t.createdAt)),
    index('followed_authors_followers').on(t.authorSlug, t.userId),
  ],
);

/** When a reader last opened a novel of an author they follow; of a favourite its own row tells. */
export const openedNovels = pgTable(
  'opened_novels',
  { userId: userId(), novelId: novelId(), openedAt: instant('opened_at').notNull() },
  (t) => [
    primaryKey({ columns: [t.userId, t.novelId] }),
    index('opened_novels_novel').on(t.novelId),
  ],
);

/**
 * On which days in Paris a reader's place in a novel moved: a place has its last change alone. Written
 * with the place, once, and never changed; goes with the account.
 */
export const readerDays = pgTable(
  'reader_days',
  { novelId: novelId(), day: date('day', { mode: 'string' }).notNull(), userId: userId() },
  (t) => [
    primaryKey({ columns: [t.novelId, t.day, t.userId] }),
    index('reader_days_user').on(t.userId, t.novelId, t.day),
  ],
);

/** How often chapters of a novel were opened on a day: a visitor counts once per chapter and day. */
export const novelReadDays = pgTable(
  'novel_read_days',
  {
    novelId: novelId(),
    day: date('day', { mode: 'string' }).notNull(),
    views: integer('views').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.day] }),
    index('novel_read_days_most').on(t.day, newestFirst(t.views), newestFirst(t.novelId)),
  ],
);

/** One row is one counted view: a visitor counts once a day. Old rows are deleted. */
export const viewMarks = pgTable(
  'view_marks',
  {
    subjectId: uuid('subject_id').notNull(),
    visitor: uuid('visitor').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The caller's network, as an id of that day, used to bound counts. */
    network: uuid('network').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.subjectId, t.visitor] }),
    index('view_marks_network').on(t.day, t.subjectId, t.network),
  ],
);

/** Views per day, for the author's statistics. */
export const viewDays = pgTable(
  'view_days',
  {
    subjectId: uuid('subject_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    views: integer('views').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.subjectId, t.day] })],
);

/**
 * From where readers came to a novel's page and its chapters on a day: a kind of page of ours, or the
 * host of another site (`parseOrigin`). Counts alone; old rows are deleted.
 */
export const viewOrigins = pgTable(
  'view_origins',
  {
    novelId: novelId(),
    day: date('day', { mode: 'string' }).notNull(),
    origin: text('origin').notNull(),
    novelViews: integer('novel_views').notNull().default(0),
    chapterViews: integer('chapter_views').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.day, t.origin] }),
    // For the deletion of old rows.
    index('view_origins_day').on(t.day),
    check('view_origins_origin_bounded', sql`char_length(${t.origin}) between 1 and 253`),
  ],
);
