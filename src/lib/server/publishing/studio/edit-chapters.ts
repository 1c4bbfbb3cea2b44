import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, max } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { chaptersListMax } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';
import { applyFreeRules, changesFreeDays, moveRule } from '../free-rules.ts';
import { insertChapters } from '../write-chapters.ts';
import { lockChosen, type Changed, type Here } from './chosen-chapters.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import {
  findOwnChapter,
  findOwnNovel,
  hidden,
  type Author,
  type ChapterRow,
} from '#server/people/novel-powers/own-work.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/** Creates a draft at the end of a novel; idempotent by `key`. */
export async function createChapter(
  { db, clock }: World,
  author: Author,
  novelId: string,
  { key, title }: { key: string; title: string },
): Promise<ChapterRow | Refusal> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, 'arrange', { lock: true });
    if (isRefusal(novel)) return novel;
    const byKey = and(eq(chapters.novelId, novelId), eq(chapters.creationKey, key));
    const [made] = await tx.select().from(chapters).where(byKey);
    if (made) return made;
    const last = await lastNumber(tx, novelId);
    if (last >= chaptersListMax) return refuse('LIMIT_REACHED', messages.studio.chaptersFull);
    const now = clock.now();
    const chapter = {
      id: uuidv7(),
      novelId,
      chapterNumber: last + 1,
      title,
      creationKey: key,
      createdAt: now,
      updatedAt: now,
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

/** Settings of a chapter that apply at once. Times are ISO 8601. */
export type ChapterSettings = Pick<ChapterRow, 'part' | 'isPremium' | 'creditCost'> & {
  freeFrom: string | null;
  /** Absent: stays. */
  teaser?: string | undefined;
};

/**
 * Sets part, price and teaser of a chapter: a batch of one; existing unlocks stay. Rejects as
 * `findOwnChapter` and `requirePowersFor`.
 */
export async function setChapterSettings(
  { db, clock, changed }: World,
  author: Author,
  chapterId: string,
  { freeFrom, teaser, ...settings }: ChapterSettings,
): Promise<Refusal | null> {
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    const seen = await findOwnChapter(tx, author, chapterId, 'arrange');
    if (isRefusal(seen)) return seen;
    // The novel before its chapters, as everywhere: rules of free chapters read all of them.
    const novel = await findOwnNovel(tx, author, seen.novel.id, 'arrange', { lock: true });
    if (isRefusal(novel)) return novel;
    const chosen = await lockChosen(tx, novel.id, [chapterId], 'no key update');
    const [chapter] = chosen;
    if (!chapter) return hidden(author, messages.chapterMissing);
    const until = freeFrom === null ? null : new Date(freeFrom);
    const isSameDay = chapter.freeFrom?.getTime() === until?.getTime();
    const columns = {
      ...settings,
      freeFrom: until,
      // A day that the author chooses goes before the novel's rule.
      isFreeByRule: chapter.isFreeByRule && isSameDay,
      teaser: teaser ?? chapter.teaser,
    };
    const lacking = await requirePowersFor(tx, author, novel.id, chosen, columns);
    if (lacking) return lacking;
    const here = { novelId: novel.id, authorId: author.id, chosen, now: clock.now() };
    return setColumns(tx, here, columns);
  });
  if (isRefusal(done)) return done;
  if (done.tags.length > 0) await changed(done.tags);
  return null;
}

/** What may be set of chapters besides their text and publication. */
type Columns = Partial<
  Pick<ChapterRow, 'part' | 'isPremium' | 'creditCost' | 'freeFrom' | 'isFreeByRule' | 'teaser'>
>;

/**
 * Refuses, with 403 `FORBIDDEN`, what readers see at once (part and teaser of a published chapter) to
 * who may not publish, and what changes a price or the day from when a chapter is free to who may not
 * set prices.
 */
export async function requirePowersFor(
  tx: Database,
  author: Author,
  novelId: string,
  chosen: readonly ChapterRow[],
  columns: Columns,
): Promise<Refusal | null> {
  const after = chosen.map((chapter) => ({ ...chapter, ...columns }));
  const isShown = chosen.some(
    ({ status, part, teaser }, index) =>
      status === 'published' && (part !== after[index]?.part || teaser !== after[index].teaser),
  );
  const isPriced =
    chosen.some((chapter, index) => after[index] && changesPrice(chapter, after[index])) ||
    (columns.part !== undefined && (await changesFreeDays(tx, novelId, chosen, columns.part)));
  const needed = [
    ...(isShown ? ['publish' as const] : []),
    ...(isPriced ? ['price' as const] : []),
  ];
  for (const power of needed) {
    const allowed = await findOwnNovel(tx, author, novelId, power);
    if (isRefusal(allowed)) return allowed;
  }
  return null;
}

type Price = Pick<ChapterRow, 'isPremium' | 'creditCost' | 'freeFrom'>;

const changesPrice = (before: Price, after: Price): boolean =>
  before.isPremium !== after.isPremium ||
  before.creditCost !== after.creditCost ||
  before.freeFrom?.getTime() !== after.freeFrom?.getTime();

/** Writes these columns of the chosen chapters, and what follows from them; only rows that differ. */
export async function setColumns(
  tx: Database,
  { novelId, chosen, now }: Here,
  columns: Columns,
): Promise<Changed> {
  const different = chosen.filter(
    (chapter) => !isDeepStrictEqual({ ...chapter, ...columns }, chapter),
  );
  const ids = different.map(({ id }) => id);
  if (ids.length === 0) return { refused: [], tags: [] };
  await tx
    .update(chapters)
    .set({ ...columns, updatedAt: now })
    .where(inArray(chapters.id, ids));
  if (columns.part !== undefined) await moveRule(tx, novelId, different, columns.part);
  await applyFreeRules(tx, novelId, now);
  const isSeen = different.some(({ status }) => status === 'published');
  return { refused: [], tags: isSeen ? pagesOf(novelId) : [] };
}
