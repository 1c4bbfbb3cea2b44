import { asc, eq, inArray, sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterNotes } from '#server/core/db/schema/announcements.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { viewDays } from '#server/core/db/schema/reading.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import {
  findOwnChapter,
  findOwnNovel,
  type Author,
  type ChapterRow,
} from '#server/people/novel-powers/own-work.ts';
import { applyPublication } from '../apply-publication.ts';
import { lockChosen, type Changed, type Here } from './chosen-chapters.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/**
 * Sets the order of a novel's chapters. Rejects as `findOwnNovel`, and with 409
 * `CHAPTERS_STALE` and the current order if these are not the novel's chapters.
 */
export async function orderChapters(
  { db, changed }: World,
  author: Author,
  novelId: string,
  chapterIds: readonly string[],
): Promise<Refusal | null> {
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, 'arrange', { lock: true });
    if (isRefusal(novel)) return novel;
    const current = await listInOrder(tx, novelId);
    const wanted = new Set(chapterIds);
    const isWhole = chapterIds.length === current.length && current.every((id) => wanted.has(id));
    if (!isWhole) {
      const details = { chapterIds: current };
      return refuse('CHAPTERS_STALE', messages.studio.chaptersStale, { details });
    }
    await writeOrder(tx, chapterIds);
    return { isSeen: !novel.isDraft && current.some((id, index) => id !== chapterIds[index]) };
  });
  if (isRefusal(done)) return done;
  if (done.isSeen) await changed(pagesOf(novelId));
  return null;
}

/** Moves the chosen chapters behind another one, or to the beginning for null. */
export async function moveChosen(
  tx: Database,
  { novelId, chosen }: Here,
  afterId: string | null,
): Promise<Changed> {
  const chosenIds = chosen.map(({ id }) => id);
  const wanted = moveAfter(await listInOrder(tx, novelId), chosenIds, afterId);
  if (wanted === null) {
    const message = messages.studio.chaptersStale;
    return { refused: chosenIds.map((_id) => ({ _id, message })), tags: [] };
  }
  await writeOrder(tx, wanted);
  return { refused: [], tags: pagesOf(novelId) };
}

async function listInOrder(tx: Database, novelId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: chapters.id })
    .from(chapters)
    .where(eq(chapters.novelId, novelId))
    .orderBy(asc(chapters.chapterNumber));
  return rows.map(({ id }) => id);
}

/** Numbers all chapters of a novel. One statement: the unique constraint is checked at its end. */
async function writeOrder(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update chapters set chapter_number = wanted.place
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
      with ordinality as wanted(id, place)
    where chapters.id = wanted.id::uuid and chapters.chapter_number <> wanted.place`);
}

/**
 * Deletes a chapter: a batch of one. Rejects as `findOwnChapter`, and with 409 `CHAPTER_UNLOCKED` one
 * that a user paid for; `onlyEmpty` with 409 `CHAPTER_WRITTEN` one that something was written in.
 */
export async function deleteChapter(
  { db, clock, changed }: World,
  author: Author,
  chapterId: string,
  { onlyEmpty = false } = {},
): Promise<Refusal | null> {
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    const first = await findOwnChapter(tx, author, chapterId, 'deleteChapters');
    if (isRefusal(first)) return first;
    const novel = await findOwnNovel(tx, author, first.novel.id, 'deleteChapters', { lock: true });
    if (isRefusal(novel)) return novel;
    const chosen = await lockChosen(tx, novel.id, [chapterId], 'update');
    const [chapter] = chosen;
    if (!chapter) return refuse('NOT_FOUND', messages.chapterMissing);
    if (onlyEmpty && !(await isEmpty(tx, chapter))) {
      return refuse('CHAPTER_WRITTEN', messages.studio.chapterWritten);
    }
    const here = { novelId: novel.id, authorId: author.id, chosen, now: clock.now() };
    const { refused, tags } = await deleteChosen(tx, here);
    if (refused.length > 0) {
      return refuse('CHAPTER_UNLOCKED', messages.studio.chapterUnlocked);
    }
    return { tags: novel.isDraft ? [] : tags };
  });
  if (isRefusal(done)) return done;
  if (done.tags.length > 0) await changed(done.tags);
  return null;
}

/** Whether nothing was ever written in a chapter or set for it. Lock its row before. */
async function isEmpty(tx: Database, chapter: ChapterRow): Promise<boolean> {
  const { id, status, publishedAt, title, wordCount, copyVersion } = chapter;
  const isNew = status === 'draft' && publishedAt === null && copyVersion === 0;
  if (!isNew || title !== '' || wordCount > 0) return false;
  const { part, teaser, isPremium, freeFrom, commentsClosedAt } = chapter;
  const isSet = isPremium || [part, freeFrom, commentsClosedAt].some((value) => value !== null);
  if (isSet || teaser !== '') return false;
  const notes = await tx.select().from(chapterNotes).where(eq(chapterNotes.chapterId, id));
  return notes.length === 0;
}

/** Deletes those of the chosen chapters that nobody has unlocked, and renumbers the others. */
export async function deleteChosen(
  tx: Database,
  { novelId, authorId, chosen, now }: Here,
): Promise<Changed> {
  if (chosen.length === 0) return { refused: [], tags: [] };
  const paid = await tx
    .selectDistinct({ chapterId: unlocks.chapterId })
    .from(unlocks)
    .where(
      inArray(
        unlocks.chapterId,
        chosen.map(({ id }) => id),
      ),
    );
  const paidIds = new Set(paid.map(({ chapterId }) => chapterId));
  const message = messages.studio.chapterUnlocked;
  const refused = [...paidIds].map((_id) => ({ _id, message }));
  const gone = chosen.filter(({ id }) => !paidIds.has(id));
  if (gone.length === 0) return { refused, tags: [] };
  const drafts = gone.map(({ id }) => {
    return { id, status: 'draft' as const, publishedAt: null, isSilent: false };
  });
  await applyPublication(tx, novelId, drafts, { by: authorId, now });
  const goneIds = gone.map(({ id }) => id);
  await tx.delete(chapters).where(inArray(chapters.id, goneIds));
  await tx.delete(viewDays).where(inArray(viewDays.subjectId, goneIds));
  await writeOrder(tx, await listInOrder(tx, novelId));
  return { refused, tags: pagesOf(novelId) };
}

/**
 * The order of a list after some of its items were moved behind another one, or to the beginning for
 * null; the moved ones keep their order. Moved behind one of themselves, they stand where the last
 * item before it stays. Null where that item is not in the list.
 */
export function moveAfter(
  current: readonly string[],
  moved: readonly string[],
  afterId: string | null,
): string[] | null {
  const isMoved = new Set(moved);
  const end = afterId === null ? 0 : current.indexOf(afterId) + 1;
  if (afterId !== null && end === 0) return null;
  const before = current.slice(0, end).filter((id) => !isMoved.has(id));
  const after = current.slice(end).filter((id) => !isMoved.has(id));
  return [...before, ...current.filter((id) => isMoved.has(id)), ...after];
}
