import { and, eq, inArray, isNotNull, lt, lte, not, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { leavingNoticeDays } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { formatDay, parisDay, plural } from '#shared/site/formats.ts';
import { addDays } from '#shared/time/add-days.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { announcements } from '#server/core/db/schema/announcements.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { releases } from '#server/core/db/schema/outbox.ts';
import { isConnectionFailure } from '#server/core/metrics/metrics.ts';
import { announcementsTag, pagesOf } from '#server/core/pagecache/tags.ts';
import { applyPublication } from './apply-publication.ts';
import type { Changed, Here } from './studio/chosen-chapters.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/**
 * Sets the day in Paris on which chosen public chapters are withdrawn, or none, inside the caller's
 * transaction. A day has to be at least `leavingNoticeDays` ahead, within a year; a chapter that is to
 * leave on that day already stays as it is.
 */
export async function setDeparture(
  tx: Database,
  { novelId, chosen, now }: Here,
  on: string | null,
): Promise<Changed> {
  const today = parisDay(now);
  const [from, until] = [addDays(today, leavingNoticeDays), addDays(today, 366)];
  const isWrong = on !== null && (on < from || on > until);
  const refused = chosen.flatMap(({ id: _id, status, leavesOn }) => {
    if (on === null || on === leavesOn) return [];
    if (status !== 'published') return { _id, message: messages.studio.leavingUnpublished };
    return isWrong ? { _id, message: messages.studio.leavingDayWrong } : [];
  });
  const stays = new Set(refused.map(({ _id }) => _id));
  const ids = chosen.map(({ id }) => id).filter((id) => !stays.has(id));
  const isOne = and(inArray(chapters.id, ids), eq(chapters.status, 'published'));
  await tx.update(chapters).set({ leavesOn: on }).where(isOne);
  return { refused, tags: pagesOf(novelId) };
}

/** Planned, changed or cancelled since readers were told. */
const isUntold = sql`${chapters.leavesOn} is distinct from ${chapters.announcedLeavesOn}`;

/**
 * Tells readers of planned withdrawals, changed and cancelled ones too, and withdraws what is due and
 * was told. Every instance may call it at any time: the novel's lock orders them, and each does what is
 * left. A failing novel leaves the others alone.
 */
export async function runDepartures(world: World): Promise<void> {
  const now = world.clock.now();
  const isPlanned = or(isNotNull(chapters.leavesOn), isNotNull(chapters.announcedLeavesOn));
  const waiting = await world.db
    .selectDistinct({ id: chapters.novelId })
    .from(chapters)
    .where(and(isPlanned, or(isUntold, lte(chapters.leavesOn, parisDay(now)))));
  const errors: unknown[] = [];
  for (const { id } of waiting) {
    try {
      const tags = await world.db.transaction((tx) => departOf(tx, id, now));
      if (tags.length > 0) await world.changed(tags);
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      errors.push(new Error(`novel ${id} has chapters that cannot leave`, { cause: error }));
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'chapters that leave are left');
}

async function departOf(tx: Database, novelId: string, now: Date): Promise<string[]> {
  const today = parisDay(now);
  await tx
    .select({ id: novels.id })
    .from(novels)
    .where(eq(novels.id, novelId))
    .for('no key update');
  const isOfNovel = eq(chapters.novelId, novelId);
  // The days count from when readers are told: after an outage of weeks it moves.
  await tx
    .update(chapters)
    .set({ leavesOn: addDays(today, leavingNoticeDays) })
    .where(and(isOfNovel, isUntold, lt(chapters.leavesOn, addDays(today, leavingNoticeDays - 1))));
  const isDue = and(not(isUntold), lte(chapters.leavesOn, today));
  const due = await tx
    .select({ id: chapters.id, publishedAt: chapters.publishedAt })
    .from(chapters)
    .where(and(isOfNovel, isDue));
  const gone = due.map((row) => ({ ...row, status: 'draft' as const, isSilent: false }));
  const tags = await applyPublication(tx, novelId, gone, { by: null, now });
  if (await wasToldOn(tx, novelId, today)) return tags;
  const news = await tx
    .update(chapters)
    .set({ announcedLeavesOn: chapters.leavesOn })
    .where(and(isOfNovel, isUntold))
    .returning({ number: chapters.chapterNumber, on: chapters.leavesOn });
  if (news.length === 0) return tags;
  const first = news.map(({ on }) => on ?? never).toSorted()[0];
  const isPublic = and(isOfNovel, eq(chapters.status, 'published'));
  const staying = and(isPublic, sql`${chapters.leavesOn} is distinct from ${first}::date`);
  const isWhole = first !== never && (await tx.$count(chapters, staying)) === 0;
  const [releaseId, createdAt] = [uuidv7(), now];
  await tx.insert(releases).values({ id: releaseId, novelId, releasedAt: now, isOfLeaving: true });
  const row = { novelId, releaseId, creationKey: uuidv7(), createdAt, updatedAt: now };
  await tx.insert(announcements).values({ ...row, ...wordsOf(news, isWhole) });
  return [...tags, ...pagesOf(novelId), announcementsTag(novelId)];
}

/** Readers are sent one such message a day; more waits for the next day. */
async function wasToldOn(tx: Database, novelId: string, day: string): Promise<boolean> {
  const isOfDay = sql`(${releases.releasedAt} at time zone 'Europe/Paris')::date = ${day}::date`;
  const told = and(eq(releases.novelId, novelId), eq(releases.isOfLeaving, true), isOfDay);
  return (await tx.$count(releases, told)) > 0;
}

const numbersNamedMax = 40;
/** Sorts what does not leave behind all days. */
const never = '9999';

/** “Retrait le 4 mars 2027 : chapitre 3”, and in its text each day and what it means. */
function wordsOf(news: readonly { number: number; on: string | null }[], isWhole: boolean) {
  const days = [...Map.groupBy(news, ({ on }) => on ?? never)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const headOf = (on: string) => (on === never ? 'Retrait annulé' : `Retrait le ${formatDay(on)}`);
  const [first = never, told = []] = days[0] ?? [];
  const which = told.length === 1 ? `chapitre ${told[0]?.number}` : plural(told.length, 'chapitre');
  const lines = days.map(([on, some]) => {
    const named = some.map(({ number }) => number).toSorted((a, b) => a - b);
    const more = named.length - numbersNamedMax;
    const numbers = named.slice(0, numbersNamedMax).join(', ');
    return `${headOf(on)}\u00A0: ${named.length === 1 ? 'chapitre' : 'chapitres'} ${numbers}${more > 0 ? ` et ${plural(more, 'autre')}` : ''}.`;
  });
  const then =
    'Ensuite, seules les personnes qui ont déverrouillé un chapitre le lisent encore\u00A0: il reste dans leur bibliothèque.';
  return {
    title: `${headOf(first)}\u00A0: ${isWhole ? 'tout le roman' : which}`,
    text: [...lines, ...(first === never ? [] : [then])].join('\n\n'),
  };
}
