import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import type { NovelFields } from '#shared/contracts/studio-novels.ts';
import type { Bucket } from '#server/core/bucket.ts';
import type { Clock } from '#server/core/clock.ts';
import {
  dropUnusedCover,
  encodeCover,
  placeCover,
  storeCover,
  type EncodedCover,
} from '../catalogue/covers.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';
import { saveChapters, type ChapterDraft, type SavedChapters } from './save-chapters.ts';
import { slugify } from './slug.ts';
import type { Book } from './book/book.ts';
import {
  encodePicturesOf,
  placePictures,
  storePictures,
  withReadPictures,
} from './studio/import-pictures.ts';

/** What a person may say about a novel against the book. */
type NovelWords = {
  title: string;
  authorName: string;
  description: string;
  language: string;
};

/** What a draft may leave out of a novel's fields. */
type OptionalFields = Partial<Pick<NovelRow, Exclude<keyof NovelFields, keyof NovelWords>>>;
type DraftFields = NovelWords & OptionalFields;

/** A novel as a book file or the demonstration gives it. What is absent stays as it was. */
export type NovelDraft = DraftFields & {
  /** The book's key: the same key again updates the same novel. */
  sourceKey: string;
  /** A novel to update, whatever its key. */
  novelId?: string;
  /**
   * Set explicitly by a user; always applied. The book's own metadata fills a new novel; an
   * existing one keeps its own, and adopts only a missing description or language.
   */
  names?: Partial<NovelWords>;
  /** A picture's file, or what was encoded of it. */
  cover: Uint8Array | EncodedCover | null;
  /** Those that the chapters show; without them, chapters have pictures that are there already. */
  pictures?: Book['pictures'];
  createdAt?: Date;
  /** Followers are not told of the chapters that come out. */
  isSilent?: boolean;
  chapters: ChapterDraft[];
};

/** The result of saving. */
export type SavedNovel = SavedChapters & {
  id: string;
  slug: string;
  title: string;
  authorName: string;
  isNew: boolean;
  /** The cover could not be read as a picture. */
  coverRefused: boolean;
  /** Pictures that could not be read: the texts have their words. */
  picturesRefused: number;
};

type NovelRow = typeof novels.$inferSelect;

/** What saving needs; an `App` has it. */
export type SaveWorld = {
  db: Database;
  bucket: Bucket | null;
  clock: Clock;
  changed: (tags: readonly string[]) => Promise<void>;
};

/**
 * Saves a novel and its chapters in one transaction. The same book again updates it and keeps
 * every id, so that unlocks, comments, marks and places stay.
 */
export async function saveNovel(world: SaveWorld, draft: NovelDraft): Promise<SavedNovel> {
  const encoded =
    draft.cover instanceof Uint8Array ? await encodeCover(world.db, draft.cover) : draft.cover;
  const cover = encoded && (await placeCover(world, encoded));
  const { pictures: given } = draft;
  const alone = <T>(work: () => Promise<T>) => work();
  const pictures = given
    ? await encodePicturesOf(alone, { pictures: given }, draft.chapters)
    : null;
  const { chapters: drafts, picturesRefused } = pictures
    ? withReadPictures(draft.chapters, pictures)
    : { chapters: draft.chapters, picturesRefused: 0 };
  const placed = await placePictures(world, pictures ?? []);
  const now = world.clock.now();
  const saved = await world.db.transaction(async (tx) => {
    if (cover) await storeCover(tx, cover);
    const { isSeen, language, ...head } = await saveHead(tx, draft, cover?.hash, now);
    const chapters = await saveChapters(tx, { id: head.id, language }, drafts, {
      now,
      isSilent: draft.isSilent ?? false,
    });
    const full = await storePictures(tx, head.id, placed, now);
    if (full) throw new Error(full.message);
    if (isSeen) {
      const updatedAt = head.isNew
        ? newest(draft.chapters, now)
        : sql`greatest(${novels.updatedAt}, ${sql.param(now, novels.updatedAt)})`;
      await tx.update(novels).set({ updatedAt }).where(eq(novels.id, head.id));
    }
    const coverRefused = draft.cover !== null && cover === null;
    return { ...head, ...chapters, coverRefused, picturesRefused };
  });
  await world.changed(pagesOf(saved.id));
  return saved;
}

type SavedHead = Pick<SavedNovel, 'id' | 'slug' | 'title' | 'authorName' | 'isNew'> & {
  language: string;
  /** Whether readers see a difference. */
  isSeen: boolean;
};

async function saveHead(
  tx: Database,
  draft: NovelDraft,
  coverHash: string | undefined,
  now: Date,
): Promise<SavedHead> {
  const names = {
    ...draft.names,
    ...optionalFields(draft),
    ...(coverHash !== undefined && { coverHash }),
    ...(draft.createdAt && { createdAt: draft.createdAt }),
  };
  const { title, authorName, description, language } = draft;
  const [known] = await tx
    .select()
    .from(novels)
    .where(draft.novelId ? eq(novels.id, draft.novelId) : eq(novels.sourceKey, draft.sourceKey))
    .limit(1)
    .for('update');
  if (known)
    return updateHead(tx, known, { ...lacking(known, { description, language }), ...names });
  if (draft.novelId) throw new Error(`the novel ${draft.novelId} is gone`);
  const id = uuidv7();
  const row = {
    id,
    sourceKey: draft.sourceKey,
    createdAt: now,
    updatedAt: now,
    title,
    authorName,
    description,
    language,
    ...names,
  };
  const slug = await insertWithFreeSlug(tx, slugify(row.title), (slug) => ({ ...row, slug }));
  return { id, slug, ...namesOf(row), isNew: true, isSeen: true };
}

/** The optional fields that the draft has. */
function optionalFields(draft: NovelDraft): OptionalFields {
  const names: Record<keyof OptionalFields, true> = {
    status: true,
    genres: true,
    tags: true,
    translatorName: true,
    originalTitle: true,
    originalLanguage: true,
    rhythm: true,
    contentWarnings: true,
    ageMin: true,
    allowsCopy: true,
  };
  return Object.fromEntries(Object.entries(draft).filter(([name]) => name in names));
}

/** Fields that the book has and the novel lacks. */
function lacking(
  known: NovelRow,
  book: Pick<NovelWords, 'description' | 'language'>,
): Partial<NovelWords> {
  return {
    ...(known.description === '' && { description: book.description }),
    ...(known.language === '' && { language: book.language }),
  };
}

async function updateHead(
  tx: Database,
  known: NovelRow,
  words: Partial<NovelRow>,
): Promise<SavedHead> {
  const after = { ...known, ...words };
  const isSeen = !isDeepStrictEqual(after, known);
  if (isSeen) await tx.update(novels).set(words).where(eq(novels.id, known.id));
  if (known.coverHash !== null && known.coverHash !== after.coverHash) {
    await dropUnusedCover(tx, known.coverHash);
  }
  return { id: after.id, slug: after.slug, ...namesOf(after), isNew: false, isSeen };
}

const namesOf = ({ title, authorName, language }: NovelWords) => ({ title, authorName, language });

/** The unique constraint decides whether a slug is free; a taken one gets a number. */
export async function insertWithFreeSlug(
  tx: Database,
  wanted: string,
  row: (slug: string) => typeof novels.$inferInsert,
): Promise<string> {
  // An id redirects to its slug, so a slug must never look like one.
  const base = validate(wanted) ? `roman-${wanted}` : wanted;
  for (let attempt = 1; ; attempt++) {
    const slug = attempt === 1 ? base : `${base}-${attempt}`;
    const inserted = await tx
      .insert(novels)
      .values(row(slug))
      .onConflictDoNothing({ target: novels.slug })
      .returning({ id: novels.id });
    if (inserted.length > 0) return slug;
  }
}

/** When the newest published chapter was published; now, if none has a date. */
function newest(chapters: readonly ChapterDraft[], now: Date): Date {
  const dates = chapters
    .map(({ publishedAt }) => (publishedAt ?? now).getTime())
    .filter((time) => time <= now.getTime());
  return dates.length > 0 ? new Date(Math.max(...dates)) : now;
}
