import { and, asc, eq } from 'drizzle-orm';
import { chaptersListMax } from '#shared/constants.ts';
import type { App } from '#server/app.ts';
import { readImageVariant } from '#server/catalogue/covers.ts';
import { anyText } from '#server/catalogue/chapter-texts.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterDrafts, chapters, imageVariants } from '#server/core/db/schema/catalogue.ts';
import sharp from '#server/core/picture-library.ts';
import type { ChapterRow, NovelRow } from '#server/people/novel-powers/own-work.ts';
import { runPatiently } from './run-patiently.ts';

/** A chapter in an archive; `title` is that of the text that goes with it. */
export type LeavingChapter = Pick<
  ChapterRow,
  | 'id'
  | 'chapterNumber'
  | 'part'
  | 'title'
  | 'status'
  | 'publishedAt'
  | 'isPremium'
  | 'creditCost'
  | 'freeFrom'
  | 'teaser'
>;

/**
 * What is taken along: the published chapters as readers have them, or every chapter as its author
 * has it, with unpublished changes.
 */
export type Scope = {
  isWithDrafts: boolean;
  /** Of a reader's copy: whose it is, and the chapters that they may have; others are left out. */
  copy?: { ownerName: string; chapterIds: ReadonlySet<string> };
};

/** The chapters in reading order, without their texts. */
export async function listLeaving(
  db: Database,
  novelId: string,
  { isWithDrafts, copy }: Scope,
): Promise<LeavingChapter[]> {
  const isOut = eq(chapters.status, 'published');
  const rows = await db
    .select({ chapter: chapters, draftTitle: chapterDrafts.title })
    .from(chapters)
    .leftJoin(chapterDrafts, eq(chapterDrafts.chapterId, chapters.id))
    .where(and(eq(chapters.novelId, novelId), isWithDrafts ? undefined : isOut))
    .orderBy(asc(chapters.chapterNumber))
    .limit(chaptersListMax);
  const taken = rows.filter(({ chapter: { id } }) => !copy || copy.chapterIds.has(id));
  return taken.map(({ chapter, draftTitle }) => ({
    ...chapter,
    title: (isWithDrafts && draftTitle) || chapter.title || `Chapitre ${chapter.chapterNumber}`,
  }));
}

/** The text of one chapter; '' when it was deleted meanwhile. */
export async function readLeavingText(
  db: Database,
  chapterId: string,
  { isWithDrafts }: Scope,
): Promise<string> {
  const [row] = await db
    .select({ html: anyText(chapters.id, 'team'), draft: chapterDrafts.html })
    .from(chapters)
    .leftJoin(chapterDrafts, eq(chapterDrafts.chapterId, chapters.id))
    .where(eq(chapters.id, chapterId));
  return (isWithDrafts ? row?.draft : null) ?? row?.html ?? '';
}

const coverQuality = 88;

/** The cover as a JPEG, in its largest stored size; null without one. */
export async function readCover(
  { db, bucket, pictures }: Pick<App, 'db' | 'bucket' | 'pictures'>,
  { coverHash: hash }: NovelRow,
): Promise<Buffer | null> {
  if (hash === null) return null;
  const sizes = await db
    .select({ width: imageVariants.width })
    .from(imageVariants)
    .where(and(eq(imageVariants.hash, hash), eq(imageVariants.format, 'webp')));
  const width = Math.max(0, ...sizes.map((size) => size.width));
  const bytes = await readImageVariant({ db, bucket }, { hash, width, format: 'webp' });
  if (!bytes) return null;
  return runPatiently(pictures, () => sharp(bytes).jpeg({ quality: coverQuality }).toBuffer());
}
