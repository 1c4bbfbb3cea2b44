import { and, eq, sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { isFree } from '#server/catalogue/chapters.ts';
import { readsEverythingOf } from '#server/catalogue/free-readers.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { sqlStateOf, sqlStates } from '#server/core/db/sql-state.ts';
import { codeOf } from '#server/core/error-code.ts';
import { exists } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { User } from '#server/people/identity/sessions.ts';
import { InsufficientCredits, movementOf, movementValues, readBalance } from './ledger.ts';
import { findRest, sumOf, type Priced, type WantedRest } from './locked-rest.ts';

/** The chapters that are now unlocked for a reader, and their remaining balance. */
export type Unlocked = { chapterIds: string[]; remainingCredits: number };

type World = Pick<App, 'db' | 'clock'>;

/**
 * The last check before credits move: null lets them. It is asked only when a payment would succeed,
 * with the first chapter that it would unlock.
 */
export type BeforeCharge = (chapterId: string) => Promise<Refusal | null>;

/** What a reader asked for, as the database has it now. */
type Order = {
  /** What is unlocked for them once it is paid. */
  chapterIds: string[];
  /** What is left to pay for. */
  locked: readonly Priced[];
  balance: number;
};

/** The published chapter that a reader unlocks; else 404 `NOT_FOUND`. */
export const onPublicChapter = exists(
  chapters,
  ({ id }: { id: string }) => and(eq(chapters.id, id), eq(chapters.status, 'published')),
  messages.chapterMissing,
);

/**
 * Unlocks a premium chapter for good, for its cost in credits. A chapter that is already unlocked,
 * or free, costs nothing: idempotent. Refuses with 404 `NOT_FOUND`, with 402
 * `INSUFFICIENT_CREDITS`, and with 409 `PRICE_CHANGED` if the cost differs from the one the reader
 * was shown, and as `beforeCharge` does; a refusal changes nothing.
 */
export async function unlockChapter(
  world: World,
  user: User,
  { chapterId, expectedCredits }: { chapterId: string; expectedCredits?: number | undefined },
  beforeCharge: BeforeCharge,
): Promise<Unlocked | Refusal> {
  return pay(world, user, expectedCredits, beforeCharge, async (): Promise<Order | Refusal> => {
    const ids = { chapterId, userId: user.id };
    const [found] = await selectForUnlock(world.db).execute(ids);
    if (!found) return refuse('NOT_FOUND', messages.chapterMissing);
    const { chapter, novel, isUnlocked, balance } = found;
    const isPaidFor =
      isUnlocked || isFree(chapter, world.clock.now()) || readsEverythingOf(novel, user);
    return { chapterIds: [chapter.id], locked: isPaidFor ? [] : [chapter], balance };
  });
}

/**
 * Unlocks all remaining premium chapters of a novel, or of a part, at once, for the sum that the
 * reader confirmed. Refuses like `unlockChapter`. A part that was renamed or emptied meanwhile costs
 * another sum, none; one that is unlocked already costs nothing.
 */
export async function unlockNovel(
  world: World,
  user: User,
  { expectedCredits, ...wanted }: WantedRest & { expectedCredits: number },
  beforeCharge: BeforeCharge,
): Promise<Unlocked | Refusal> {
  return pay(world, user, expectedCredits, beforeCharge, async (): Promise<Order | Refusal> => {
    const { db, clock } = world;
    const rest = await findRest(db, user, wanted, clock.now());
    if (rest === null) return refuse('NOT_FOUND', messages.novelMissing);
    const { locked } = rest;
    const isGone = wanted.part !== undefined && rest.premium.length === 0 && !rest.isReadFree;
    if (isGone && expectedCredits > 0) {
      return refuse('PRICE_CHANGED', messages.priceChanged, { details: { credits: 0 } });
    }
    // Read after the chapters: if another request has unlocked them, this balance is reduced by it.
    const balance = await readBalance(db, user.id);
    return { chapterIds: locked.map(({ id }) => id), locked, balance };
  });
}

/**
 * Charges what is left to pay for. Nothing is locked while it is looked up: constraints decide (one
 * unlock per reader and chapter, no balance below zero, no unlock of a chapter that is deleted or not
 * public any more), and what they stop is looked up again.
 */
async function pay(
  { db, clock }: World,
  user: User,
  expectedCredits: number | undefined,
  beforeCharge: BeforeCharge,
  findOrder: () => Promise<Order | Refusal>,
): Promise<Unlocked | Refusal> {
  let expected = expectedCredits;
  for (let attempt = 1; ; attempt += 1) {
    const order = await findOrder();
    if (isRefusal(order)) return order;
    const { chapterIds, locked, balance } = order;
    const [first] = locked;
    // Also a retry after success: nothing is left to pay and nothing to refuse.
    if (!first) return { chapterIds, remainingCredits: balance };
    const stop = refuseOrder(order, expected) ?? (await beforeCharge(first.id));
    if (stop) return stop;
    // What is looked up again costs what it cost at first, or is refused.
    expected ??= sumOf(locked);
    try {
      const remainingCredits = await charge(db, user.id, locked, clock.now());
      return { chapterIds, remainingCredits };
    } catch (error) {
      if (attempt === attemptsMax || !isOvertaken(error)) throw error;
    }
  }
}

/** Each is the doing of another request of the same reader, or of the chapter's author. */
const attemptsMax = 5;

function isOvertaken(error: unknown): boolean {
  const state = sqlStateOf(error);
  return (
    codeOf(error) === 'INSUFFICIENT_CREDITS' ||
    state === sqlStates.uniqueViolation ||
    state === sqlStates.foreignKeyViolation ||
    state === sqlStates.notNullViolation ||
    state === sqlStates.deadlockDetected
  );
}

function refuseOrder(
  { locked, balance }: Order,
  expectedCredits: number | undefined,
): Refusal | null {
  const credits = sumOf(locked);
  if (expectedCredits !== undefined && credits !== expectedCredits) {
    return refuse('PRICE_CHANGED', messages.priceChanged, { details: { credits } });
  }
  const missingCredits = credits - balance;
  if (missingCredits <= 0) return null;
  return refuse('INSUFFICIENT_CREDITS', messages.creditsInsufficient, {
    details: { remainingCredits: balance, missingCredits },
  });
}

/**
 * Moves the credits and opens the chapters, in one statement: all of it or nothing.
 * @returns the remaining balance. Throws `InsufficientCredits`.
 */
export async function charge(
  db: Database,
  userId: string,
  locked: readonly Priced[],
  now: Date,
): Promise<number> {
  const movements = locked.map(({ id, creditCost }) => ({
    delta: -creditCost,
    kind: 'unlock' as const,
    reference: `${userId}:${id}`,
  }));
  const opened = JSON.stringify(locked.map(({ id, creditCost }) => ({ id, creditCost })));
  const values = { ...movementValues(userId, movements, now), opened };
  const [row] = await moveAndUnlock(db).execute(values);
  if (!row) throw new InsufficientCredits();
  return row.balance;
}

const moveAndUnlock = prepared((db) => {
  const [userId, at] = [sql.placeholder('userId'), sql.placeholder('at')];
  const [change, entries] = [sql.placeholder('change'), sql.placeholder('entries')];
  const { moved, written } = movementOf(db, { userId, change, entries, at });
  // For a chapter that was withdrawn or taken down since, the value is null, which the column refuses.
  const opened = db.$with('opened', {}).as(
    sql`insert into ${unlocks} (user_id, chapter_id, cost_credits, created_at)
      select ${userId}::uuid, (select id from ${chapters} where id = chapter.id
          and status = 'published' for key share), chapter."creditCost", ${at}::timestamptz
      from moved, jsonb_to_recordset(${sql.placeholder('opened')}::jsonb)
        as chapter(id uuid, "creditCost" int)`,
  );
  return db
    .with(moved, written, opened)
    .select({ balance: moved.balance })
    .from(moved)
    .prepare('move_and_unlock');
});

const selectForUnlock = prepared((db) => {
  const [userId, chapterId] = [sql.placeholder('userId'), sql.placeholder('chapterId')];
  return db
    .select({
      chapter: {
        id: chapters.id,
        isPremium: chapters.isPremium,
        freeFrom: chapters.freeFrom,
        creditCost: chapters.creditCost,
      },
      novel: { ownerId: novels.ownerId },
      isUnlocked: sql<boolean>`${unlocks.chapterId} is not null`,
      balance: users.credits,
    })
    .from(chapters)
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(unlocks, and(eq(unlocks.chapterId, chapters.id), eq(unlocks.userId, users.id)))
    .where(and(eq(chapters.id, chapterId), eq(chapters.status, 'published')))
    .limit(1)
    .prepare('find_chapter_to_unlock');
});
