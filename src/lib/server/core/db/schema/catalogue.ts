/** Novels, their chapters, and the images that go with them. Specification section 3. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, newestFirst, updatedAt } from './columns.ts';
import { users } from './identity.ts';
import { pictureObjects } from './picture-objects.ts';

/** A picture, named by the SHA-256 of the bytes it was made from. */
export const images = pgTable('images', {
  hash: text('hash').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Its main colour, `#rrggbb`, dark enough to set light text on; '' for a profile's. */
  colour: text('colour').notNull().default(''),
  createdAt: createdAt(),
});

/** A picture at one width, in one format, as it is sent. */
export const imageVariants = pgTable(
  'image_variants',
  {
    hash: text('hash')
      .notNull()
      .references(() => images.hash, { onDelete: 'cascade' }),
    width: integer('width').notNull(),
    format: text('format', { enum: ['avif', 'webp', 'jpeg'] }).notNull(),
    /** Null where they are in the bucket, under `objectKey`. */
    bytes: bytea('bytes'),
    objectKey: text('object_key').references(() => pictureObjects.key),
  },
  (t) => [
    primaryKey({ columns: [t.hash, t.width, t.format] }),
    uniqueIndex('image_variants_object').on(t.objectKey),
    check('image_variants_in_one_place', sql`num_nonnulls(${t.bytes}, ${t.objectKey}) = 1`),
  ],
);

/**
 * What novels are ranked by when the best rated come first: their mean, with five ratings of 3 more,
 * so that one friend's 5 does not stand before a hundred readers' 4.8. The index has this very text.
 */
export function ratingRank(t: Record<'ratingSum' | 'ratingCount', AnyPgColumn>) {
  return sql`((${t.ratingSum} + 15)::double precision / (${t.ratingCount} + 5))`;
}

/** A name as it stands in addresses: “Émile Zola” is `emile-zola`. */
export const slugOf = (name: AnyPgColumn) => sql<string>`slug_of(${name})`;

/** The same for each of several, in their order. */
export const slugsOf = (names: AnyPgColumn) => sql<string[]>`slugs_of(${names})`;

export const novels = pgTable(
  'novels',
  {
    id: id(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    authorName: text('author_name').notNull(),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    coverHash: text('cover_hash').references(() => images.hash),
    description: text('description').notNull().default(''),
    status: text('status', { enum: ['ongoing', 'completed', 'hiatus'] })
      .notNull()
      .default('ongoing'),
    language: text('language').notNull().default('fr'),
    genres: text('genres').array().notNull().default([]),
    tags: text('tags').array().notNull().default([]),
    /** Of a translation: by whom it is, and its title and language at home; '' where it is none. */
    translatorName: text('translator_name').notNull().default(''),
    originalTitle: text('original_title').notNull().default(''),
    originalLanguage: text('original_language').notNull().default(''),
    /** When chapters come out, in the author's words, as “le mercredi”; '' says nothing. */
    rhythm: text('rhythm').notNull().default(''),
    /** Of the closed list `content-warnings.ts`, in its order. */
    contentWarnings: text('content_warnings').array().notNull().default([]),
    /** From which age on, in years; 0 is everybody. Null: its author has not said. */
    ageMin: integer('age_min'),
    /** Who has unlocked all of it, once it is completed, may take a book of it with their name. */
    allowsCopy: boolean('allows_copy').notNull().default(false),
    /** Published chapters only. */
    chapterCount: integer('chapter_count').notNull().default(0),
    favorites: integer('favorites').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    /** What an imported book calls itself: the same book again updates this novel. */
    sourceKey: text('source_key').unique(),
    /** Seen by its author and admins alone, until its first chapter comes out. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** Made by the form that made the novel: the form sent twice makes one. */
    creationKey: uuid('creation_key'),
    /** Of a novel that was a draft, when it came out. */
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('novels_newest').on(newestFirst(t.createdAt), newestFirst(t.id)),
    index('novels_changed').on(newestFirst(t.updatedAt), newestFirst(t.id)),
    index('novels_owner').on(t.ownerId, newestFirst(t.updatedAt), newestFirst(t.id)),
    index('novels_public')
      .on(t.id)
      .where(sql`not ${t.isDraft}`),
    uniqueIndex('novels_creation')
      .on(t.ownerId, t.creationKey)
      .where(sql`${t.creationKey} is not null`),
    check('novels_draft_has_no_public_chapter', sql`not ${t.isDraft} or ${t.chapterCount} = 0`),
    index('novels_best_rated').on(sql`${ratingRank(t)} desc`, newestFirst(t.id)),
    index('novels_genres').using('gin', t.genres),
    // Addresses of authors and tags (`slug_of` in the baseline).
    index('novels_author').on(slugOf(t.authorName), newestFirst(t.createdAt), newestFirst(t.id)),
    index('novels_translator')
      .on(slugOf(t.translatorName), newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`${t.translatorName} <> ''`),
    index('novels_tags').using('gin', slugsOf(t.tags)),
    check('novels_age_known', sql`${t.ageMin} in (0, 12, 16, 18)`),
    check('novels_status_known', sql`${t.status} in ('ongoing', 'completed', 'hiatus')`),
    check(
      'novels_counters_never_negative',
      sql`${t.favorites} >= 0 and ${t.chapterCount} >= 0 and ${t.ratingCount} >= 0`,
    ),
    check(
      'novels_rating_in_range',
      sql`${t.ratingSum} between ${t.ratingCount} and 5 * ${t.ratingCount}`,
    ),
  ],
);

/**
 * How often a novel was seen, apart from it: each view would write the whole row again, into each
 * index of `novels`. The database itself adds the row of a new novel (`novels_have_views` in
 * the baseline), so that lists may count on it and follow its index.
 */
export const novelViews = pgTable(
  'novel_views',
  {
    novelId: uuid('novel_id')
      .primaryKey()
      .references(() => novels.id, { onDelete: 'cascade' }),
    views: integer('views').notNull().default(0),
  },
  (t) => [
    index('novel_views_most').on(newestFirst(t.views), newestFirst(t.novelId)),
    check('novel_views_never_negative', sql`${t.views} >= 0`),
  ],
);

/** Novels with which files of the sitemap begin, but the first: kept where the sitemap is read. */
export const sitemapCuts = pgTable('sitemap_cuts', {
  novelId: uuid('novel_id')
    .primaryKey()
    .references(() => novels.id, { onDelete: 'cascade' }),
});

/** Novels that the operator has put on the front page; the last chosen stands there. */
export const featuredNovels = pgTable(
  'featured_novels',
  {
    novelId: uuid('novel_id')
      .primaryKey()
      .references(() => novels.id, { onDelete: 'cascade' }),
    chosenAt: instant('chosen_at').notNull().defaultNow(),
  },
  (t) => [index('featured_novels_last').on(newestFirst(t.chosenAt))],
);

/**
 * For a novel, others that its readers like. Computed by a background job; `readers` is how many they
 * have in common, 0 where only genres and tags speak for it.
 */
export const similarNovels = pgTable(
  'similar_novels',
  {
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    similarId: uuid('similar_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    rank: integer('rank').notNull(),
    readers: integer('readers').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.novelId, t.similarId] }),
    index('similar_novels_similar').on(t.similarId),
    check('similar_novels_are_others', sql`${t.novelId} <> ${t.similarId}`),
    // So many that nobody can be told from them.
    check('similar_novels_anonymous', sql`${t.readers} = 0 or ${t.readers} >= 5`),
  ],
);

export const chapters = pgTable(
  'chapters',
  {
    id: id(),
    novelId: uuid('novel_id')
      .notNull()
      .references(() => novels.id, { onDelete: 'cascade' }),
    chapterNumber: integer('chapter_number').notNull(),
    /** Title of the part this chapter stands in, where the book has parts. */
    part: text('part'),
    title: text('title').notNull(),
    status: text('status', { enum: ['draft', 'scheduled', 'published'] })
      .notNull()
      .default('draft'),
    publishedAt: instant('published_at'),
    /** A scheduled chapter whose author wants it to come out without telling followers. */
    isSilent: boolean('is_silent').notNull().default(false),
    /** The day in Paris on which its author withdraws it, and the one that readers were told; null: none. */
    leavesOn: date('leaves_on', { mode: 'string' }),
    announcedLeavesOn: date('announced_leaves_on', { mode: 'string' }),
    /** Who scheduled it last, whose name its text has when it comes out; null for an import by command. */
    scheduledBy: uuid('scheduled_by').references(() => users.id, { onDelete: 'set null' }),
    isPremium: boolean('is_premium').notNull().default(false),
    creditCost: integer('credit_cost').notNull().default(1),
    /** A premium chapter becomes free at this instant. */
    freeFrom: instant('free_from'),
    /** `freeFrom` follows from a rule of the novel (`free_rules`); otherwise its author chose it. */
    isFreeByRule: boolean('is_free_by_rule').notNull().default(false),
    /** The words of a premium text that its author shows to everybody; '' shows none. */
    teaser: text('teaser').notNull().default(''),
    wordCount: integer('word_count').notNull().default(0),
    views: integer('views').notNull().default(0),
    likes: integer('likes').notNull().default(0),
    comments: integer('comments').notNull().default(0),
    /** Since when nobody may add a comment; those that are there stay. Null: they are open. */
    commentsClosedAt: instant('comments_closed_at'),
    /**
     * When an admin took it away for good, as after a rightful claim: no reader may read it, and the
     * credits of those who unlocked it are returned. Null: it is its author's to publish.
     */
    takenDownAt: instant('taken_down_at'),
    /** Where the chapter stands in the imported book; see `novels.sourceKey`. */
    sourceKey: text('source_key'),
    /** Grows when the working copy changes: an editor that saw an older one changes nothing. */
    copyVersion: integer('copy_version').notNull().default(0),
    /** Made by the page that made the chapter: asked twice, it makes one. */
    creationKey: uuid('creation_key'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Both are deferrable, which Drizzle cannot say (see the baseline): they hold at the end of a
    // statement, so that one statement may swap numbers.
    unique('chapters_number').on(t.novelId, t.chapterNumber),
    unique('chapters_source').on(t.novelId, t.sourceKey),
    uniqueIndex('chapters_creation')
      .on(t.novelId, t.creationKey)
      .where(sql`${t.creationKey} is not null`),
    index('chapters_published')
      .on(t.novelId, t.chapterNumber)
      .where(sql`${t.status} = 'published'`),
    index('chapters_newest')
      .on(newestFirst(t.publishedAt))
      .where(sql`${t.status} = 'published'`),
    index('chapters_newest_of_novel')
      .on(t.novelId, newestFirst(t.publishedAt))
      .where(sql`${t.status} = 'published'`),
    index('chapters_becoming_free')
      .on(t.freeFrom)
      .where(sql`${t.isPremium} and ${t.freeFrom} is not null`),
    index('chapters_scheduled')
      .on(t.publishedAt)
      .where(sql`${t.status} = 'scheduled'`),
    index('chapters_leaving')
      .on(t.novelId)
      .where(sql`${t.leavesOn} is not null or ${t.announcedLeavesOn} is not null`),
    index('chapters_scheduler')
      .on(t.scheduledBy)
      .where(sql`${t.scheduledBy} is not null`),
    check('chapters_status_known', sql`${t.status} in ('draft', 'scheduled', 'published')`),
    check('chapters_dated_when_public', sql`${t.status} = 'draft' or ${t.publishedAt} is not null`),
    check('chapters_leaving_is_public', sql`${t.leavesOn} is null or ${t.status} = 'published'`),
    check('chapters_taken_down_is_draft', sql`${t.takenDownAt} is null or ${t.status} = 'draft'`),
    check('chapters_cost_positive', sql`${t.creditCost} >= 1`),
    check('chapters_teaser_bounded', sql`char_length(${t.teaser}) <= 300`),
    check(
      'chapters_counters_never_negative',
      sql`${t.views} >= 0 and ${t.likes} >= 0 and ${t.comments} >= 0`,
    ),
  ],
);

/** The text stands apart so that lists of chapters stay narrow. */
export const chapterTexts = pgTable('chapter_texts', {
  chapterId: uuid('chapter_id')
    .primaryKey()
    .references(() => chapters.id, { onDelete: 'cascade' }),
  html: text('html').notNull(),
  updatedAt: updatedAt(),
});

/**
 * What is written on a chapter and not out yet. Without a row the working copy is the chapter's own
 * title and text. Its version stands in `chapters.copyVersion`, which a row that goes away must not
 * take along.
 */
export const chapterDrafts = pgTable('chapter_drafts', {
  chapterId: uuid('chapter_id')
    .primaryKey()
    .references(() => chapters.id, { onDelete: 'cascade' }),
  title: text('title').notNull(),
  html: text('html').notNull(),
  wordCount: integer('word_count').notNull().default(0),
  updatedAt: updatedAt(),
});
