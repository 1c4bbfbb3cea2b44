import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7, validate } from 'uuid';
import type { Clock } from '../clock.ts';
import { storeCover } from '../catalogue/covers.ts';
import type { Database } from '../db/database.ts';
import { novels } from '../db/schema/catalogue.ts';
import { saveChapters, type ChapterDraft, type SavedChapters } from './save-chapters.ts';
import { slugify } from './slug.ts';

/** A novel as a book file or the demonstration gives it. What is undefined stays as it was. */
export type NovelDraft = {
  /** What the book calls itself: the same key again updates the same novel. */
  sourceKey: string;
  title: string;
  authorName: string;
  description: string;
  language: string;
  status?: 'ongoing' | 'completed' | 'hiatus';
  genres?: string[];
  tags?: string[];
  cover: Uint8Array | null;
  createdAt?: Date;
  chapters: ChapterDraft[];
};

/** What saving did. */
export type SavedNovel = SavedChapters & {
  id: string;
  slug: string;
  isNew: boolean;
  /** The cover could not be read as a picture. */
  coverRefused: boolean;
};

/** What saving works on; an `App` will do. */
export type SaveWorld = {
  db: Database;
  clock: Clock;
  changed: (tags: readonly string[]) => Promise<void>;
};

/**
 * Saves a novel and its chapters in one transaction: all of it or nothing. The same book again
 * updates it and keeps every id, so that unlocks, comments, marks and places stay.
 */
export async function saveNovel(world: SaveWorld, draft: NovelDraft): Promise<SavedNovel> {
  const coverHash = draft.cover ? await storeCover(world.db, draft.cover) : undefined;
  const now = world.clock.now();
  const saved = await world.db.transaction(async (tx) => {
    const head = await saveHead(tx, draft, coverHash ?? undefined, now);
    const chapters = await saveChapters(tx, head.id, draft.chapters, now);
    const touched = chapters.added + chapters.updated + chapters.withdrawn > 0;
    await tx
      .update(novels)
      .set({
        chapterCount: sql`(select count(*) from chapters
          where chapters.novel_id = ${head.id} and chapters.status = 'published')`,
        ...(touched && { updatedAt: latest(draft.chapters, now) }),
      })
      .where(eq(novels.id, head.id));
    return { ...head, ...chapters, coverRefused: draft.cover !== null && coverHash === null };
  });
  await world.changed(['home', 'sitemap', `novel:${saved.id}`]);
  return saved;
}

async function saveHead(
  tx: Database,
  draft: NovelDraft,
  coverHash: string | undefined,
  now: Date,
): Promise<{ id: string; slug: string; isNew: boolean }> {
  const told = {
    title: draft.title,
    authorName: draft.authorName,
    description: draft.description,
    language: draft.language,
    ...(draft.status && { status: draft.status }),
    ...(draft.genres && { genres: draft.genres }),
    ...(draft.tags && { tags: draft.tags }),
    ...(coverHash !== undefined && { coverHash }),
    ...(draft.createdAt && { createdAt: draft.createdAt }),
  };
  const [known] = await tx
    .update(novels)
    .set(told)
    .where(eq(novels.sourceKey, draft.sourceKey))
    .returning({ id: novels.id, slug: novels.slug });
  if (known) return { ...known, isNew: false };
  const id = uuidv7();
  const slug = await insertWithFreeSlug(tx, slugify(draft.title), (candidate) => ({
    id,
    slug: candidate,
    sourceKey: draft.sourceKey,
    createdAt: now,
    updatedAt: now,
    ...told,
  }));
  return { id, slug, isNew: true };
}

/** The constraint decides whether an address is free; a taken one gets a number. */
async function insertWithFreeSlug(
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

/** A novel was updated when its newest chapter came out, or now. */
function latest(chapters: readonly ChapterDraft[], now: Date): Date {
  const dates = chapters.flatMap(({ publishedAt }) => (publishedAt ? [publishedAt.getTime()] : []));
  return dates.length > 0 ? new Date(Math.min(now.getTime(), Math.max(...dates))) : now;
}
