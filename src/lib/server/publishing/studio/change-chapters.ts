import { messages } from '#shared/messages.ts';
import type { BatchResult, ChapterBatch } from '#shared/contracts/studio-batch.ts';
import type { NovelPower } from '#shared/site/novel-powers.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { isRefusal, type Refusal } from '#server/core/http/refusal.ts';
import { setDeparture } from '../departures.ts';
import { freedByNow } from '../free-rules.ts';
import { deleteChosen, moveChosen } from './arrange-chapters.ts';
import { lockChosen, type Changed, type Here } from './chosen-chapters.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import { requirePowersFor, setColumns } from './edit-chapters.ts';
import { findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';
import { setPublications } from './set-publications.ts';

/** What of a novel one must be allowed to do. */
const powers: Record<ChapterBatch['action'], NovelPower> = {
  publish: 'publish',
  schedule: 'publish',
  withdraw: 'publish',
  leave: 'publish',
  price: 'price',
  part: 'arrange',
  move: 'arrange',
  delete: 'deleteChapters',
};

type World = Pick<App, 'db' | 'clock' | 'changed'>;

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
    const novel = await findOwnNovel(tx, author, novelId, powers[batch.action], { lock: true });
    if (isRefusal(novel)) return novel;
    const strength = batch.action === 'delete' ? 'update' : 'no key update';
    const chosen = await lockChosen(tx, novelId, ids, strength);
    if (batch.action === 'part') {
      const lacking = await requirePowersFor(tx, author, novelId, chosen, { part: batch.part });
      if (lacking) return lacking;
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
  if (done.tags.length > 0) await changed(done.tags);
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
    case 'leave':
      return setDeparture(tx, here, batch.on);
    case 'price':
      return setPrices(tx, here, batch);
    case 'part':
      return setColumns(tx, here, { part: batch.part });
    case 'move':
      return moveChosen(tx, here, batch.afterId);
    case 'delete':
      return deleteChosen(tx, here);
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
