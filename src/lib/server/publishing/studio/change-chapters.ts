import { isDeepStrictEqual } from 'node:util';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { BatchResult, ChapterBatch } from '#shared/contracts/studio-batch.ts';
import type { NovelPower } from '#shared/novel-powers.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { chapters } from '#server/db/schema/catalogue.ts';
import { unlocks } from '#server/db/schema/money.ts';
import { viewDays } from '#server/db/schema/reading.ts';
import { isRefusal, type Refusal } from '#server/http/refusal.ts';
import { nextDueTag } from '#server/pagecache/tags.ts';
import { countChapters } from '../count-chapters.ts';
import { applyFreeRules, changesFreeDays, freedByNow, moveRule } from '../free-rules.ts';
import { holdChosen, type Changed, type Here } from './chosen-chapters.ts';
import { transactionWithDeadlockRetry } from './deadlock-retry.ts';
import { moveAfter } from './move-after.ts';
import { findOwnNovel, type Author, type ChapterRow } from './own-work.ts';
import { pagesOf } from './seen.ts';
import { setPublications } from './set-publications.ts';

/** What of a novel one must be allowed to do. */
const powers: Record<ChapterBatch['action'], NovelPower> = {
  publish: 'publish',
  schedule: 'publish',
  withdraw: 'publish',
  price: 'price',
  part: 'arrange',
  move: 'arrange',
  delete: 'deleteChapters',
};

type World = Pick<App, 'db' | 'clock' | 'changed'>;

const unseen = { isSeen: false, isDueSeen: false } as const;

/**
 * Changes many chapters of a novel in one transaction, in a fixed number of statements however many
 * they are. Refuses as `findOwnNovel`; chapters that cannot be changed are listed and stay.
 */
export async function changeChapters(
  { db, clock, changed }: World,
  author: Author,
  novelId: string,
  batch: ChapterBatch,
): Promise<BatchResult | Refusal> {
  const ids = [...new Set(idsOf(batch))];
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, powers[batch.action], { hold: true });
    if (isRefusal(novel)) return novel;
    const chosen = await holdChosen(tx, novelId, ids, batch.action === 'delete');
    if (batch.action === 'part' && (await changesFreeDays(tx, novelId, chosen, batch.part))) {
      const priced = await findOwnNovel(tx, author, novelId, 'price');
      if (isRefusal(priced)) return priced;
    }
    const isShown =
      batch.action === 'part' &&
      chosen.some(({ status, part }) => status === 'published' && part !== batch.part);
    if (isShown) {
      const publishing = await findOwnNovel(tx, author, novelId, 'publish');
      if (isRefusal(publishing)) return publishing;
    }
    const known = new Set(chosen.map(({ id }) => id));
    const missing = ids
      .filter((id) => !known.has(id))
      .map((_id) => ({ _id, message: messages.chapterMissing }));
    const result = await change(
      tx,
      { novelId, authorId: author.id, chosen, now: clock.now() },
      batch,
    );
    return { ...result, refused: [...missing, ...result.refused] };
  });
  if (isRefusal(done)) return done;
  if (done.isSeen) await changed(pagesOf(novelId));
  else if (done.isDueSeen) await changed([nextDueTag(novelId)]);
  return { done: ids.length - done.refused.length, refused: done.refused };
}

const idsOf = (batch: ChapterBatch): string[] =>
  batch.action === 'schedule' ? batch.slots.map(({ chapterId }) => chapterId) : batch.chapterIds;

function change(tx: Database, here: Here, batch: ChapterBatch): Promise<Changed> {
  switch (batch.action) {
    case 'publish':
    case 'schedule':
    case 'withdraw':
      return setPublications(tx, here, batch);
    case 'price':
      return setPrices(tx, here, batch);
    case 'part':
      return setColumns(tx, here, { part: batch.part });
    case 'move':
      return move(tx, here, batch.afterId);
    case 'delete':
      return remove(tx, here);
  }
}

/** A free chapter keeps the price that it had, as in its own dialog. */
async function setPrices(
  tx: Database,
  here: Here,
  { isPremium, creditCost }: Extract<ChapterBatch, { action: 'price' }>,
): Promise<Changed> {
  if (!isPremium) return setColumns(tx, here, { isPremium });
  const ids = here.chosen.map(({ id }) => id);
  const freed = await freedByNow(tx, ids, here.now);
  const chosen = here.chosen.filter(({ id }) => !freed.has(id));
  const done = await setColumns(tx, { ...here, chosen }, { isPremium, creditCost });
  const message = messages.studio.chapterStaysFree;
  return { ...done, refused: [...freed].map((_id) => ({ _id, message })) };
}

type Columns = Partial<Pick<ChapterRow, 'isPremium' | 'creditCost' | 'part'>>;

async function setColumns(
  tx: Database,
  { novelId, chosen, now }: Here,
  columns: Columns,
): Promise<Changed> {
  const different = chosen.filter(
    (chapter) => !isDeepStrictEqual({ ...chapter, ...columns }, chapter),
  );
  const ids = different.map(({ id }) => id);
  if (ids.length === 0) return { refused: [], ...unseen };
  await tx
    .update(chapters)
    .set({ ...columns, updatedAt: now })
    .where(inArray(chapters.id, ids));
  if (columns.part !== undefined) await moveRule(tx, novelId, different, columns.part);
  await applyFreeRules(tx, novelId, now);
  const isSeen = different.some(({ status }) => status === 'published');
  return { refused: [], isSeen, isDueSeen: false };
}

async function move(
  tx: Database,
  { novelId, chosen }: Here,
  afterId: string | null,
): Promise<Changed> {
  const rows = await tx
    .select({ id: chapters.id, place: chapters.chapterNumber })
    .from(chapters)
    .where(eq(chapters.novelId, novelId))
    .orderBy(asc(chapters.chapterNumber));
  const current = rows.map(({ id }) => id);
  const chosenIds = chosen.map(({ id }) => id);
  const wanted = moveAfter(current, chosenIds, afterId);
  if (wanted === null) {
    const message = messages.studio.chaptersStale;
    return { refused: chosenIds.map((_id) => ({ _id, message })), ...unseen };
  }
  const places = wanted.map((id, index) => ({ id, place: rows[index]?.place ?? index + 1 }));
  // One statement: the unique constraint on numbers is checked at its end.
  await tx.execute(sql`
    update chapters set chapter_number = wanted.place
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as wanted(id uuid, place integer)
    where chapters.id = wanted.id and chapters.chapter_number <> wanted.place`);
  return { refused: [], isSeen: true, isDueSeen: true };
}

/** Deletes those that nobody has unlocked, and renumbers the others. */
async function remove(tx: Database, { novelId, chosen, now }: Here): Promise<Changed> {
  const ids = chosen.map(({ id }) => id);
  if (ids.length === 0) return { refused: [], ...unseen };
  const paid = await tx
    .selectDistinct({ chapterId: unlocks.chapterId })
    .from(unlocks)
    .where(inArray(unlocks.chapterId, ids));
  const kept = new Set(paid.map(({ chapterId }) => chapterId));
  const message = messages.studio.chapterUnlocked;
  const refused = ids.filter((id) => kept.has(id)).map((_id) => ({ _id, message }));
  const gone = chosen.filter(({ id }) => !kept.has(id));
  if (gone.length === 0) return { refused, ...unseen };
  const goneIds = gone.map(({ id }) => id);
  await tx.delete(chapters).where(inArray(chapters.id, goneIds));
  await tx.delete(viewDays).where(inArray(viewDays.subjectId, goneIds));
  const numbers = JSON.stringify(gone.map(({ chapterNumber }) => chapterNumber));
  await tx.execute(sql`
    update chapters set chapter_number = chapter_number - gone.before
    from (select later.id, count(*)::int as before from chapters as later
        inner join jsonb_array_elements_text(${numbers}::jsonb) as number
          on number::int < later.chapter_number
        where later.novel_id = ${novelId} group by later.id) as gone
    where chapters.id = gone.id`);
  const isSeen = gone.some(({ status }) => status === 'published');
  if (isSeen) await countChapters(tx, [novelId], now);
  return { refused, isSeen: true, isDueSeen: true };
}
