import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { BatchResult, ChapterBatch } from '#shared/contracts/studio-batch.ts';
import type { NovelPower } from '#shared/novel-powers.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { chapterDrafts, chapters } from '#server/db/schema/catalogue.ts';
import { unlocks } from '#server/db/schema/money.ts';
import { viewDays } from '#server/db/schema/reading.ts';
import { isRefusal, type Refusal } from '#server/http/refusal.ts';
import { noteRelease } from '#server/outbox/note-release.ts';
import { nextDueTag } from '#server/pagecache/tags.ts';
import { countChapters } from '../count-chapters.ts';
import { applyFreeRules, changesFreeDays, freedByNow, moveRule } from '../free-rules.ts';
import { takeOverCopies } from '../take-over-copies.ts';
import { keepPublished } from '../versions/keep-versions.ts';
import { refuseGated } from '../review/gate.ts';
import { transactionWithDeadlockRetry } from './deadlock-retry.ts';
import { moveAfter } from './move-after.ts';
import { findOwnNovel, type Author, type ChapterRow } from './own-work.ts';
import { nextState, type Wish } from './publication.ts';
import { pagesOf } from './seen.ts';

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
type Refused = BatchResult['refused'];

/** A chosen chapter, with the title and length of its working copy. */
type Chosen = ChapterRow & { copyTitle: string; copyWords: number };

/** What became of a batch. */
type Changed = {
  refused: Refused;
  /** Whether pages of published chapters, or the day of the next one, show something else now. */
  isSeen: boolean;
  isDueSeen: boolean;
};

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
    const gated = batch.action === 'publish' ? refuseGated(novel) : null;
    if (gated) return gated;
    const chosen = await holdChosen(tx, novelId, ids, batch.action === 'delete');
    if (batch.action === 'part' && (await changesFreeDays(tx, novelId, chosen, batch.part))) {
      const priced = await findOwnNovel(tx, author, novelId, 'price');
      if (isRefusal(priced)) return priced;
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

/** The chosen chapters by number, locked; against unlocks too before they are deleted. */
async function holdChosen(
  tx: Database,
  novelId: string,
  ids: readonly string[],
  isDeleting: boolean,
): Promise<Chosen[]> {
  const rows = await tx
    .select({ chapter: chapters, title: chapterDrafts.title, words: chapterDrafts.wordCount })
    .from(chapters)
    .leftJoin(chapterDrafts, eq(chapterDrafts.chapterId, chapters.id))
    .where(and(eq(chapters.novelId, novelId), inArray(chapters.id, [...ids])))
    .orderBy(asc(chapters.chapterNumber))
    .for(isDeleting ? 'update' : 'no key update', { of: chapters });
  return rows.map(({ chapter, title, words }) => ({
    ...chapter,
    copyTitle: title ?? chapter.title,
    copyWords: words ?? chapter.wordCount,
  }));
}

type Here = { novelId: string; authorId: string; chosen: readonly Chosen[]; now: Date };

function change(tx: Database, here: Here, batch: ChapterBatch): Promise<Changed> {
  switch (batch.action) {
    case 'publish':
    case 'schedule':
    case 'withdraw':
      return setPublications(tx, here, wishesOf(batch));
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

type Publications = Extract<ChapterBatch, { action: 'publish' | 'schedule' | 'withdraw' }>;

/** What is wanted of each chapter. */
function wishesOf(batch: Publications): (id: string) => Wish {
  if (batch.action === 'withdraw') return () => ({ status: 'draft' });
  const { isSilent } = batch;
  if (batch.action === 'publish') return () => ({ status: 'published', isSilent });
  const slots = new Map(batch.slots.map(({ chapterId, at }) => [chapterId, at]));
  return (id) => ({ status: 'scheduled', at: slots.get(id) ?? '', isSilent });
}

type NextState = { id: string } & Pick<ChapterRow, 'status' | 'publishedAt' | 'isSilent'>;

async function setPublications(
  tx: Database,
  { novelId, authorId, chosen, now }: Here,
  wishOf: (id: string) => Wish,
): Promise<Changed> {
  const refused: Refused = [];
  const states: (NextState & { before: Chosen })[] = [];
  for (const chapter of chosen) {
    const wish = wishOf(chapter.id);
    const missing = wish.status === 'draft' ? null : incomplete(chapter);
    const state = missing === null ? nextState(chapter, wish, now) : null;
    if (state === null || isRefusal(state)) {
      refused.push({ _id: chapter.id, message: missing ?? state?.message ?? '' });
    } else states.push({ id: chapter.id, ...state, before: chapter });
  }
  // A working copy is taken over by whatever comes out, now or later.
  const publishing = states.filter(({ status }) => status !== 'draft').map(({ id }) => id);
  await writeStates(tx, states, { authorId, now });
  if (publishing.length > 0) await takeOverCopies(tx, publishing, now);
  await applyFreeRules(tx, novelId, now);
  await keepPublished(tx, publishing, authorId, now);
  const isSeen = states.some(
    ({ status, before }) => status === 'published' || before.status === 'published',
  );
  if (isSeen) await countChapters(tx, [novelId], now);
  const out = states.filter(
    ({ status, publishedAt, isSilent }) =>
      status === 'published' && publishedAt?.getTime() === now.getTime() && !isSilent,
  );
  await noteRelease(
    tx,
    novelId,
    out.map(({ id }) => id),
    now,
  );
  const isDueSeen = states.some(
    ({ status, before }) => status === 'scheduled' || before.status === 'scheduled',
  );
  return { refused, isSeen, isDueSeen };
}

/** Why a chapter cannot come out; null if it can. */
function incomplete({ copyTitle, copyWords }: Chosen): string | null {
  if (copyTitle === '') return messages.studio.chapterTitleMissing;
  return copyWords === 0 ? messages.studio.chapterTextMissing : null;
}

async function writeStates(
  tx: Database,
  states: readonly NextState[],
  { authorId, now }: Pick<Here, 'authorId' | 'now'>,
): Promise<void> {
  if (states.length === 0) return;
  const given = states.map(({ id, status, publishedAt, isSilent }) => ({
    ...{ id, status, is_silent: isSilent },
    published_at: publishedAt?.toISOString() ?? null,
  }));
  await tx.execute(sql`
    update chapters set status = wanted.status, published_at = wanted.published_at,
      is_silent = wanted.is_silent,
      scheduled_by = case when wanted.status = 'scheduled' then ${authorId}::uuid end, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as wanted(id uuid, status text, published_at timestamptz, is_silent boolean)
    where chapters.id = wanted.id and
      (chapters.status, chapters.published_at, chapters.is_silent) is distinct from
      (wanted.status, wanted.published_at, wanted.is_silent)`);
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
