import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { chapterDrafts, chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { noteRelease } from '#server/core/queue/note-release.ts';
import { nextDueTag, pagesOf } from '#server/core/pagecache/tags.ts';
import { takeOverTexts } from '../catalogue/chapter-texts.ts';
import { applyFreeRules } from './free-rules.ts';
import { archivePublished } from './versions/archive-versions.ts';

type ChapterRow = typeof chapters.$inferSelect;

/** Whether readers see a chapter, since or from when, and whether its followers are told. */
export type Publication = Pick<ChapterRow, 'status' | 'publishedAt' | 'isSilent'>;

/** The publication that a chapter is to have. */
export type PublicationChange = Publication & {
  id: string;
  /** Its working copy, if it has a title and a word, becomes its text. */
  takesCopy?: boolean;
  /** The caller has changed what readers see of it, in this transaction. */
  isEdited?: boolean;
};

type How = {
  /** Who decided; null for a command; the column: of each chapter, who scheduled it. */
  by: string | null | typeof chapters.scheduledBy;
  now: Date;
  /** Tells no follower, whatever the chapters say. */
  isSilent?: boolean;
};

/**
 * The one way by which chapters of a novel become public, change for readers, or leave: writes their
 * publication and what follows from it (text, version, free days, the novel's count, the release that
 * followers are told of). The caller has locked the novel's row, and decided that it may be.
 * @returns the tags of pages that show something else; for `changed`, after the transaction
 */
export async function applyPublication(
  tx: Database,
  novelId: string,
  wanted: readonly PublicationChange[],
  { by, now, isSilent = false }: How,
): Promise<string[]> {
  const before = await lockPublications(tx, novelId, idsOf(wanted));
  const copied = await takeOverCopies(tx, idsOf(wanted.filter((change) => change.takesCopy)), now);
  const changes = wanted.flatMap((after) => {
    const old = before.get(after.id);
    if (!old) return [];
    const isMoved = differs(old, after);
    return isMoved || after.isEdited || copied.has(after.id) ? [{ old, after, isMoved }] : [];
  });
  if (changes.length === 0) return [];
  const moved = changes.filter(({ isMoved }) => isMoved).map(({ after }) => after);
  await writePublications(tx, moved, by, now);
  await applyFreeRules(tx, novelId, now);
  const had = (status: Publication['status']) =>
    changes.some(({ old, after }) => old.status === status || after.status === status);
  if (!had('published')) return had('scheduled') ? [nextDueTag(novelId)] : [];
  const changedIds = changes.map(({ after }) => after.id);
  await archivePublished(tx, changedIds, by, now);
  await countChapters(tx, novelId, now);
  const released = changes.filter(({ old, after }) => !isSilent && isRelease(old, after, now));
  await noteRelease(tx, novelId, idsOf(released.map(({ after }) => after)), now);
  return pagesOf(novelId);
}

const idsOf = (some: readonly { id: string }[]): string[] => some.map(({ id }) => id);

const differs = (old: Publication, after: Publication): boolean =>
  old.status !== after.status ||
  old.isSilent !== after.isSilent ||
  old.publishedAt?.getTime() !== after.publishedAt?.getTime();

/** It comes out now. With a date in the past it is not new, unless it was waiting for that date. */
const isRelease = (old: Publication, after: Publication, now: Date): boolean =>
  old.status !== 'published' &&
  after.status === 'published' &&
  !after.isSilent &&
  (old.status === 'scheduled' || after.publishedAt?.getTime() === now.getTime());

async function lockPublications(
  tx: Database,
  novelId: string,
  ids: string[],
): Promise<Map<string, Publication>> {
  if (ids.length === 0) return new Map();
  const { id, status, publishedAt, isSilent } = chapters;
  const rows = await tx
    .select({ id, status, publishedAt, isSilent })
    .from(chapters)
    .where(and(eq(chapters.novelId, novelId), inArray(id, ids)))
    .orderBy(id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Makes complete working copies of these chapters their texts, titles and lengths.
 * @returns the chapters that had one
 */
async function takeOverCopies(tx: Database, ids: string[], now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const isTaken = and(
    inArray(chapterDrafts.chapterId, ids),
    ne(chapterDrafts.title, ''),
    gt(chapterDrafts.wordCount, 0),
  );
  const taken = await tx
    .update(chapters)
    .set({ title: chapterDrafts.title, wordCount: chapterDrafts.wordCount, updatedAt: now })
    .from(chapterDrafts)
    .where(and(eq(chapters.id, chapterDrafts.chapterId), isTaken))
    .returning({ id: chapters.id });
  const takenIds = idsOf(taken);
  await takeOverTexts(tx, takenIds, now);
  await tx.delete(chapterDrafts).where(inArray(chapterDrafts.chapterId, takenIds));
  return new Set(takenIds);
}

async function writePublications(
  tx: Database,
  moved: readonly PublicationChange[],
  by: How['by'],
  now: Date,
): Promise<void> {
  if (moved.length === 0) return;
  const given = moved.map(({ id, status, publishedAt, isSilent }) => ({
    id,
    status,
    is_silent: isSilent,
    published_at: publishedAt?.toISOString() ?? null,
  }));
  const scheduledBy =
    by === chapters.scheduledBy
      ? sql`chapters.scheduled_by`
      : sql`case when wanted.status = 'scheduled' then ${by}::uuid end`;
  await tx.execute(sql`
    update chapters set status = wanted.status, published_at = wanted.published_at,
      is_silent = wanted.is_silent,
      leaves_on = case when wanted.status = 'published' then leaves_on end,
      announced_leaves_on = case when wanted.status = 'published' then announced_leaves_on end,
      scheduled_by = ${scheduledBy},
      updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as wanted(id uuid, status text, published_at timestamptz, is_silent boolean)
    where chapters.id = wanted.id`);
}

/**
 * Recounts a novel's published chapters. With the first one a draft becomes public for good, and is
 * dated as new from then on.
 */
async function countChapters(tx: Database, novelId: string, now: Date): Promise<void> {
  const isOut = sql`exists (select 1 from chapters
    where chapters.novel_id = novels.id and chapters.status = 'published')`;
  await tx
    .update(novels)
    .set({
      chapterCount: sql`(select count(*) from chapters
        where chapters.novel_id = novels.id and chapters.status = 'published')`,
      isDraft: sql`novels.is_draft and not ${isOut}`,
      createdAt: sql`case when novels.is_draft and ${isOut}
        then ${sql.param(now, novels.createdAt)}::timestamptz else novels.created_at end`,
      updatedAt: sql`greatest(${novels.updatedAt}, ${sql.param(now, novels.updatedAt)}::timestamptz)`,
    })
    .where(eq(novels.id, novelId));
}
