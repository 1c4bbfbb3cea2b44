import { sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { ChapterBatch } from '#shared/contracts/studio-batch.ts';
import type { Database } from '#server/db/database.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { noteRelease } from '#server/outbox/note-release.ts';
import { countChapters } from '../count-chapters.ts';
import { applyFreeRules } from '../free-rules.ts';
import { takeOverCopies } from '../take-over-copies.ts';
import { keepPublished } from '../versions/keep-versions.ts';
import type { Changed, Chosen, Here } from './chosen-chapters.ts';
import type { ChapterRow } from './own-work.ts';
import { nextState, type Wish } from './publication.ts';

type Publications = Extract<ChapterBatch, { action: 'publish' | 'schedule' | 'withdraw' }>;

type NextState = { id: string } & Pick<ChapterRow, 'status' | 'publishedAt' | 'isSilent'>;

/** Publishes, schedules or withdraws the chosen chapters; what cannot be is listed and stays. */
export async function setPublications(
  tx: Database,
  { novelId, authorId, chosen, now }: Here,
  batch: Publications,
): Promise<Changed> {
  const wishOf = wishesOf(batch);
  const refused: Changed['refused'] = [];
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

/** What is wanted of each chapter. */
function wishesOf(batch: Publications): (id: string) => Wish {
  if (batch.action === 'withdraw') return () => ({ status: 'draft' });
  const { isSilent } = batch;
  if (batch.action === 'publish') return () => ({ status: 'published', isSilent });
  const slots = new Map(batch.slots.map(({ chapterId, at }) => [chapterId, at]));
  return (id) => ({ status: 'scheduled', at: slots.get(id) ?? '', isSilent });
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
