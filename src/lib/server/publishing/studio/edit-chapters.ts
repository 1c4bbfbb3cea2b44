import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, max, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { chaptersListMax } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { chapterNotes } from '#server/db/schema/announcements.ts';
import { chapters } from '#server/db/schema/catalogue.ts';
import { unlocks } from '#server/db/schema/money.ts';
import { viewDays } from '#server/db/schema/reading.ts';
import { isRefusal, refuse, type Refusal } from '#server/http/refusal.ts';
import { countChapters } from '../count-chapters.ts';
import { applyFreeRules, changesFreeDays, moveRule } from '../free-rules.ts';
import { insertChapters } from '../write-chapters.ts';
import { transactionWithDeadlockRetry } from './deadlock-retry.ts';
import { findOwnChapter, findOwnNovel, type Author, type ChapterRow } from './own-work.ts';
import { pagesOf } from './seen.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/** Creates a draft at the end of a novel; idempotent by `key`. */
export async function createChapter(
  { db, clock }: World,
  author: Author,
  novelId: string,
  { key, title }: { key: string; title: string },
): Promise<ChapterRow | Refusal> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, 'arrange', { hold: true });
    if (isRefusal(novel)) return novel;
    const byKey = and(eq(chapters.novelId, novelId), eq(chapters.creationKey, key));
    const [made] = await tx.select().from(chapters).where(byKey);
    if (made) return made;
    const last = await lastNumber(tx, novelId);
    if (last >= chaptersListMax) return refuse('LIMIT_REACHED', messages.studio.chaptersFull);
    const now = clock.now();
    const chapter = {
      ...{ id: uuidv7(), novelId, chapterNumber: last + 1, title, creationKey: key },
      ...{ createdAt: now, updatedAt: now },
    };
    await insertChapters(tx, [{ chapter, html: '' }], now);
    const [added] = await tx.select().from(chapters).where(byKey);
    if (!added) throw new Error('a chapter that was inserted is not there');
    return added;
  });
}

/** The number of a novel's last chapter, 0 without any. Lock the novel's row before. */
export async function lastNumber(tx: Database, novelId: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(chapters.chapterNumber) })
    .from(chapters)
    .where(eq(chapters.novelId, novelId));
  return row?.last ?? 0;
}

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
    const novel = await findOwnNovel(tx, author, novelId, 'arrange', { hold: true });
    if (isRefusal(novel)) return novel;
    const rows = await tx
      .select({ id: chapters.id })
      .from(chapters)
      .where(eq(chapters.novelId, novelId))
      .orderBy(asc(chapters.chapterNumber));
    const current = rows.map(({ id }) => id);
    const wanted = new Set(chapterIds);
    const isWhole = chapterIds.length === current.length && current.every((id) => wanted.has(id));
    if (!isWhole) {
      const details = { chapterIds: current };
      return refuse('CHAPTERS_STALE', messages.studio.chaptersStale, { details });
    }
    if (current.every((id, index) => id === chapterIds[index])) return { isSeen: false };
    // One statement: the unique constraint on numbers is checked at its end.
    await tx.execute(sql`
      update chapters set chapter_number = wanted.place
      from jsonb_array_elements_text(${JSON.stringify(chapterIds)}::jsonb)
        with ordinality as wanted(id, place)
      where chapters.id = wanted.id::uuid and chapters.chapter_number <> wanted.place`);
    return { isSeen: !novel.isDraft };
  });
  if (isRefusal(done)) return done;
  if (done.isSeen) await changed(pagesOf(novelId));
  return null;
}

/** Settings of a chapter that apply at once. Times are ISO 8601. */
export type ChapterSettings = Pick<ChapterRow, 'part' | 'isPremium' | 'creditCost'> & {
  freeFrom: string | null;
  /** Absent: stays. */
  teaser?: string | undefined;
};

/**
 * Sets part, price and teaser of a chapter; existing unlocks stay. Rejects as `findOwnChapter`; part and
 * teaser of a published chapter need the power to publish too, prices that over prices.
 */
export async function setChapterSettings(
  { db, clock, changed }: World,
  author: Author,
  chapterId: string,
  { freeFrom, teaser, ...settings }: ChapterSettings,
): Promise<Refusal | null> {
  const found = await transactionWithDeadlockRetry(db, async (tx) => {
    const seen = await findOwnChapter(tx, author, chapterId, 'arrange');
    if (isRefusal(seen)) return seen;
    // The novel before its chapters, as everywhere: rules of free chapters read all of them.
    const novel = await findOwnNovel(tx, author, seen.novel.id, 'arrange', { hold: true });
    if (isRefusal(novel)) return novel;
    const own = await findOwnChapter(tx, author, chapterId, 'arrange', { hold: true });
    if (isRefusal(own)) return own;
    const { chapter } = own;
    const wish = {
      ...settings,
      freeFrom: freeFrom === null ? null : new Date(freeFrom),
      teaser: teaser ?? chapter.teaser,
    };
    const differs = !isDeepStrictEqual({ ...chapter, ...wish }, chapter);
    const isSameDay = chapter.freeFrom?.getTime() === wish.freeFrom?.getTime();
    // A day that the author chooses goes before the novel's rule.
    const isFreeByRule = chapter.isFreeByRule && isSameDay;
    const isPriced =
      changesPrice(chapter, wish) ||
      (await changesFreeDays(tx, novel.id, [chapter], settings.part));
    // Readers see both at once.
    const isShown = chapter.part !== wish.part || chapter.teaser !== wish.teaser;
    if (chapter.status === 'published' && isShown) {
      const publishing = await findOwnNovel(tx, author, novel.id, 'publish');
      if (isRefusal(publishing)) return publishing;
    }
    if (isPriced) {
      const priced = await findOwnNovel(tx, author, novel.id, 'price');
      if (isRefusal(priced)) return priced;
    }
    if (differs) {
      await tx
        .update(chapters)
        .set({ ...wish, isFreeByRule, updatedAt: clock.now() })
        .where(eq(chapters.id, chapterId));
      await moveRule(tx, novel.id, [chapter], settings.part);
      await applyFreeRules(tx, novel.id, clock.now());
    }
    return { isSeen: differs && chapter.status === 'published', novelId: novel.id };
  });
  if (isRefusal(found)) return found;
  if (found.isSeen) await changed(pagesOf(found.novelId));
  return null;
}

type Price = Pick<ChapterRow, 'isPremium' | 'creditCost' | 'freeFrom'>;

const changesPrice = (before: Price, after: Price): boolean =>
  before.isPremium !== after.isPremium ||
  before.creditCost !== after.creditCost ||
  before.freeFrom?.getTime() !== after.freeFrom?.getTime();

/**
 * Deletes a chapter and renumbers the following ones. Rejects as `findOwnChapter`, and with 409
 * `CHAPTER_UNLOCKED` one that a user paid for; `onlyEmpty` with 409 `CHAPTER_WRITTEN` one that
 * something was written in.
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
    const novel = await findOwnNovel(tx, author, first.novel.id, 'deleteChapters', { hold: true });
    if (isRefusal(novel)) return novel;
    // Waits for a concurrent unlock, which has a lock on the chapter's key, and for a save.
    const [chapter] = await tx
      .select()
      .from(chapters)
      .where(eq(chapters.id, chapterId))
      .for('update');
    if (!chapter) return refuse('NOT_FOUND', messages.chapterMissing);
    if (onlyEmpty && !(await isEmpty(tx, chapter))) {
      return refuse('CHAPTER_WRITTEN', messages.studio.chapterWritten);
    }
    if (await isUnlocked(tx, chapterId)) {
      return refuse('CHAPTER_UNLOCKED', messages.studio.chapterUnlocked);
    }
    await tx.delete(chapters).where(eq(chapters.id, chapterId));
    await tx.delete(viewDays).where(eq(viewDays.subjectId, chapterId));
    await closeGap(tx, chapter);
    const isSeen = chapter.status === 'published';
    if (isSeen) await countChapters(tx, [novel.id], clock.now());
    return { isSeen, novel };
  });
  if (isRefusal(done)) return done;
  if (!done.novel.isDraft) await changed(pagesOf(done.novel.id));
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

async function isUnlocked(tx: Database, chapterId: string): Promise<boolean> {
  const rows = await tx
    .select({ chapterId: unlocks.chapterId })
    .from(unlocks)
    .where(eq(unlocks.chapterId, chapterId))
    .limit(1);
  return rows.length > 0;
}

/** Renumbers the following chapters. */
async function closeGap(
  tx: Database,
  { novelId, chapterNumber }: Pick<ChapterRow, 'novelId' | 'chapterNumber'>,
): Promise<void> {
  await tx
    .update(chapters)
    .set({ chapterNumber: sql`${chapters.chapterNumber} - 1` })
    .where(and(eq(chapters.novelId, novelId), gt(chapters.chapterNumber, chapterNumber)));
}
