import {
  and,
  asc,
  countDistinct,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { contentNotices } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { ledgerEntries, unlocks } from '#server/core/db/schema/money.ts';
import { withoutTimeLimit } from '#server/core/db/timeouts.ts';
import { applyPublication } from './apply-publication.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import { moveCredits, type Movement } from '#server/money/credits/ledger.ts';
import { applyToLots, type Lot, type Taken } from '#server/money/credits/lots.ts';
import { pagesOf } from '#server/core/pagecache/tags.ts';
import { lockAddressee, writeLetter } from '#server/core/queue/write-letter.ts';

/** What was done: of which chapters, how many readers got credits back now, and how many. */
type TakenDown = { title: string; chapters: number; readers: number; credits: number };

const wasOut = or(ne(chapters.status, 'draft'), isNotNull(chapters.publishedAt));

/** Readers whose ledgers are in memory at one time. */
const readersPageSize = 500;

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/**
 * Takes a chapter away for good, as after a rightful claim, and returns what its unlocks cost to the
 * purchases that the credits came from, in one transaction. Idempotent: a reader gets credits back once.
 * An account that was erased holds none and gets none. The novel's owner is written why (`restriction`),
 * once, but where it is decided about a notice, which has its own letters.
 * @returns null where there is no such chapter, or its novel was never public.
 */
export function takeDownChapter(
  world: World,
  chapterId: string,
  reason: string,
  { isOfNotice = false } = {},
): Promise<TakenDown | null> {
  return takeDown(world, eq(chapters.id, chapterId), reason, isOfNotice);
}

/**
 * The same, decided about a notice, for all chapters of a novel that are or were public, or are to be. The
 * novel's page stays.
 * @returns null where there is none.
 */
export function takeDownNovel(
  world: World,
  novelId: string,
  reason: string,
): Promise<TakenDown | null> {
  return takeDown(world, and(eq(chapters.novelId, novelId), wasOut), reason, true);
}

/** The number of chapters that would be withdrawn, of their buyers, and of credits given back. */
export async function countLoss(db: Database, kind: 'chapter' | 'novel', id: string) {
  const which = kind === 'chapter' ? eq(chapters.id, id) : and(eq(chapters.novelId, id), wasOut);
  const isHeld = sql`not exists (select from users where id = ${unlocks.userId} and erased_at is not null)`;
  const [found] = await db
    .select({
      chapters: countDistinct(chapters.id),
      buyers: countDistinct(unlocks.userId),
      credits: sql<number>`coalesce(sum(${unlocks.costCredits}), 0)::int`,
    })
    .from(chapters)
    .leftJoin(unlocks, and(eq(unlocks.chapterId, chapters.id), gt(unlocks.costCredits, 0), isHeld))
    .where(and(which, isNull(chapters.takenDownAt)));
  return found ?? null;
}

async function takeDown(
  { db, clock, changed }: World,
  which: SQL | undefined,
  reason: string,
  isOfNotice: boolean,
): Promise<TakenDown | null> {
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    await withoutTimeLimit(tx);
    const { ownerId, found } = await lockChapters(tx, which);
    const [first] = found;
    if (!first) return null;
    const now = clock.now();
    const gone = found.map(({ id, status, publishedAt }) => ({
      id,
      status: 'draft' as const,
      publishedAt: status === 'scheduled' ? null : publishedAt,
      isSilent: false,
    }));
    await applyPublication(tx, first.novelId, gone, { by: null, now });
    const at = sql.param(now, chapters.takenDownAt);
    await tx
      .update(chapters)
      .set({ takenDownAt: sql`coalesce(${chapters.takenDownAt}, ${at})`, updatedAt: now })
      .where(
        inArray(
          chapters.id,
          gone.map(({ id }) => id),
        ),
      );
    const isStated = !isOfNotice && ownerId !== null && first.takenDownAt === null;
    if (isStated && (await lockAddressee(tx, ownerId))) {
      const notices = eq(contentNotices.placeId, first.id);
      const isReported = (await tx.$count(contentNotices, notices)) > 0;
      const act = 'chapter.taken' as const;
      const payload = { act, aboutId: first.id, facts: reason, isReported };
      const letter = { kind: 'restriction', userId: ownerId, about: first.id, payload } as const;
      await writeLetter(tx, letter, now);
    }
    const returned = { chapters: found.length, readers: 0, credits: 0 };
    for (const { id } of found) {
      const sum = await returnCredits(tx, { chapterId: id, reason }, now);
      returned.readers += sum.readers;
      returned.credits += sum.credits;
    }
    return { novelId: first.novelId, title: first.title, ...returned };
  });
  if (done === null) return null;
  const { novelId, ...taken } = done;
  await changed(pagesOf(novelId));
  return taken;
}

/**
 * Locks the novel, as the studio does, and its chapters against unlocks: one under way is waited for, one
 * that waits finds no public chapter.
 */
async function lockChapters(tx: Database, which: SQL | undefined) {
  const ofThem = tx.select({ id: chapters.novelId }).from(chapters).where(which);
  const [novel] = await tx
    .select({ isDraft: novels.isDraft, ownerId: novels.ownerId })
    .from(novels)
    .where(inArray(novels.id, ofThem))
    .for('no key update');
  if (!novel || novel.isDraft) return { ownerId: null, found: [] };
  const chosen = tx.select().from(chapters).where(which).orderBy(asc(chapters.id));
  return { ownerId: novel.ownerId, found: await chosen.for('update') };
}

type Claim = { chapterId: string; reason: string };

async function returnCredits(tx: Database, claim: Claim, now: Date) {
  const sum = { readers: 0, credits: 0 };
  for (let after: string | null = null; ;) {
    const readers = await lockReaders(tx, claim.chapterId, after);
    const entries = await tx
      .select()
      .from(ledgerEntries)
      .where(inArray(ledgerEntries.userId, readers))
      .orderBy(asc(ledgerEntries.sequence));
    const byReader = Map.groupBy(entries, ({ userId }) => userId);
    for (const userId of readers) {
      const movements = returnsOf(byReader.get(userId) ?? [], userId, claim);
      if (movements.length === 0) continue;
      await moveCredits(tx, userId, movements, now);
      sum.readers += 1;
      for (const { delta } of movements) sum.credits += delta;
    }
    after = readers.at(-1) ?? null;
    if (readers.length < readersPageSize) return sum;
  }
}

/** The next readers who unlocked the chapter, with their balances locked. */
async function lockReaders(
  tx: Database,
  chapterId: string,
  after: string | null,
): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(unlocks, eq(unlocks.userId, users.id))
    .where(
      and(
        eq(unlocks.chapterId, chapterId),
        isNull(users.erasedAt),
        after === null ? undefined : gt(users.id, after),
      ),
    )
    .orderBy(asc(users.id))
    .limit(readersPageSize)
    .for('no key update', { of: users });
  return rows.map(({ id }) => id);
}

type Entry = typeof ledgerEntries.$inferSelect;

/** What a reader's unlock took of each purchase, as movements that return it; none if they were made. */
function returnsOf(
  entries: readonly Entry[],
  userId: string,
  { chapterId, reason }: Claim,
): Movement[] {
  const reference = `${userId}:${chapterId}`;
  const lots: Lot[] = [];
  let spent: Taken[] = [];
  for (const entry of entries) {
    const taken = applyToLots(lots, entry);
    if (entry.kind === 'unlock' && entry.reference === reference) spent = taken;
    if (entry.kind === 'unlock_return' && entry.reference.startsWith(reference)) return [];
  }
  return [...Map.groupBy(spent, ({ transactionId }) => transactionId)].map(
    ([transactionId, parts]) => ({
      kind: 'unlock_return',
      delta: parts.reduce((sum, { credits }) => sum + credits, 0),
      // One entry of each purchase; given credits have none.
      reference: transactionId === null ? reference : `${reference}:${transactionId}`,
      ...(transactionId !== null && { transactionId }),
      reason,
    }),
  );
}
