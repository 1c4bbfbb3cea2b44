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
import { announcementsTag, pagesOf } from '#server/core/pagecache/tags.ts';
import { applyPublication } from './apply-publication.ts';
import type { Changed, Here } from './studio/chosen-chapters.ts';

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
    const isFine = on === null || on === leavesOn || (status === 'published' && !isWrong);
    return isFine ? [] : { _id, message: messages.studio.leavingRefused };
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
export async function runDepartures(world: Pick<App, 'db' | 'clock' | 'changed'>): Promise<void> {
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
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'chapters that leave are left');
}

async function departOf(tx: Database, novelId: string, now: Date): Promise<string[]> {
  const today = parisDay(now);
  const [novel] = await tx
    .select({ chapterCount: novels.chapterCount })
    .from(novels)
    .where(eq(novels.id, novelId))
    .for('no key update');
  const isOfNovel = eq(chapters.novelId, novelId);
  // Readers have these days from the announcement on: a late announcement moves the withdrawal.
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
  const [releaseId, createdAt] = [uuidv7(), now];
  await tx.insert(releases).values({ id: releaseId, novelId, releasedAt: now, isOfLeaving: true });
  const row = { novelId, releaseId, creationKey: uuidv7(), createdAt, updatedAt: now };
  await tx.insert(announcements).values({ ...row, ...wordsOf(news, novel?.chapterCount ?? 0) });
  return [...tags, ...pagesOf(novelId), announcementsTag(novelId)];
}

/** Readers are sent one such message a day; more waits for the next day. */
async function wasToldOn(tx: Database, novelId: string, day: string): Promise<boolean> {
  const isOfDay = sql`(${releases.releasedAt} at time zone 'Europe/Paris')::date = ${day}::date`;
  const told = and(eq(releases.novelId, novelId), eq(releases.isOfLeaving, true), isOfDay);
  return (await tx.$count(releases, told)) > 0;
}

/** So many chapters are named: the text of an announcement is bounded. */
const namedMax = 60;

/** “Retrait le 4 mars 2027 : 3 chapitres” (the first day), each of them with its day, what that means. */
function wordsOf(news: readonly { number: number; on: string | null }[], chapterCount: number) {
  const first = news.flatMap(({ on }) => on ?? []).toSorted()[0] ?? null;
  const isWhole = news.length === chapterCount && news.every(({ on }) => on === first);
  const many = plural(news.filter(({ on }) => on === first).length, 'chapitre');
  const sorted = news.toSorted((a, b) => a.number - b.number);
  const lines = sorted.slice(0, namedMax).map(({ number, on }) => {
    const what = on === null ? 'retrait annulé' : `retrait le ${formatDay(on)}`;
    return `Chapitre ${number}\u00A0: ${what}.`;
  });
  const more = news.length - namedMax;
  if (more > 0) lines.push(`Et ${plural(more, 'autre')}, avec leur date sur leur page.`);
  const then =
    'Ensuite, seules les personnes qui ont déverrouillé un chapitre le lisent encore\u00A0: il reste dans leur bibliothèque.';
  const head = first === null ? 'Retrait annulé' : `Retrait le ${formatDay(first)}`;
  return {
    title: `${head}\u00A0: ${isWhole ? 'tout le roman' : many}`,
    text: [lines.join('\n'), ...(first === null ? [] : [then])].join('\n\n'),
  };
}
