import { and, count, eq, exists, gt, type Placeholder, sql } from 'drizzle-orm';
import { slowedSentence, stoppedSentence } from '#shared/reading/reading-pause.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { challenges, premiumOpenings, readingPaces } from '#server/core/db/schema/protection.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { countTraces, type TraceCounts } from './pointer-traces.ts';

type World = Pick<App, 'db' | 'clock' | 'config'>;
type Pace = typeof readingPaces.$inferSelect;
type Reading = { userId: string; chapterId: string };

/** A chapter is not opened now; `waitSeconds` is for `Retry-After`. */
export type Pause = { refusal: Refusal<'READING_PAUSED'>; waitSeconds: number };

/** Window in which distinct chapters are counted. */
export const paceWindowMs = 60 * 60_000;
/** Beyond the setting, one chapter opens per this interval. */
const slowedIntervalMs = 30_000;
/** Duration of the block for an account that continues anyway. */
export const stopMs = 60 * 60_000;
/** Blocked at this multiple of the setting; earlier if its answers look mechanical too. */
const stopFactor = 1.5;
const mechanicalStopFactor = 1.25;
/** Fewer answers than this are not significant. */
const tracedAnswersMin = 5;
const answersLookedAtMax = 200;

/**
 * Counts a premium chapter that an account is about to open, or returns why it may not now. A
 * chapter counts once per hour; an already counted one always opens. A row lock on the account
 * serializes concurrent requests (decision 45).
 *
 * Up to `premiumChaptersPerHour` nothing happens. Beyond it, one chapter opens every half minute and
 * questions are hard (`isHurried`); at one and a half times the setting, none opens for an hour.
 */
export async function countOpening(
  app: World & Pick<App, 'log' | 'metrics'>,
  reading: Reading,
): Promise<Pause | null> {
  const { now, pace, before } = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const before = await lockPace(tx, reading.userId);
    return { now, before, pace: await judge(tx, app, { before, reading, now }) };
  });
  if (pace === null) return null;
  const { state, rate, stoppedUntil } = pace;
  const isNews = state !== 'usual' && (state !== before.state || isOver(before, now));
  if (isNews) {
    app.metrics.countPace(state);
    const { userId } = reading;
    const event = { event: 'reading_pace', userId, rate, state, stoppedUntil, traces: pace.traces };
    app.log.warn(event, 'premium chapters are opened faster than people read');
  }
  return pace.pause;
}

/** End of an account's block; checked before a challenge is drawn. */
export async function findStop({ db, clock }: World, reading: Reading): Promise<Pause | null> {
  const now = clock.now();
  const [found] = await db
    .select(stopFields(db, { ...reading, since: paceSince(now) }))
    .from(readingPaces)
    .where(isStopped(reading.userId, now));
  return found ? pauseOf(found, now) : null;
}

/** Selects an account's block, and whether it has opened this chapter already. */
export function stopFields(db: Database, opening: Opening) {
  return {
    stoppedUntil: readingPaces.stoppedUntil,
    isCounted: sql<boolean>`${exists(selectOpening(db, opening))}`,
  };
}

/** The block of an account that is not over. */
export const isStopped = (userId: string | Placeholder, now: Date | Placeholder) =>
  and(eq(readingPaces.userId, userId), gt(readingPaces.stoppedUntil, now));

/** What `stopFields` has found, if it stops the opening. */
export function pauseOf(
  { stoppedUntil, isCounted }: { stoppedUntil: Date | null; isCounted: boolean },
  now: Date,
): Pause | null {
  return stoppedUntil && !isCounted ? pauseUntil(stoppedUntil, now) : null;
}

/** Whether an account has reached the setting: its questions are hard. */
export async function isHurried(app: World, userId: string): Promise<boolean> {
  return isHurriedAt(app, await countOpened(app.db, userId, app.clock.now()));
}

/** The same, if it is known how many it has opened within the hour. */
export function isHurriedAt({ config }: Pick<World, 'config'>, opened: number): boolean {
  return opened >= config.premiumChaptersPerHour;
}

type Judged = Pick<Pace, 'state' | 'rate' | 'stoppedUntil'> & {
  pause: Pause | null;
  traces: TraceCounts | null;
};

/** Records the outcome of one opening; null if it does not count. */
async function judge(
  tx: Database,
  { config }: World,
  { before, reading, now }: { before: Pace; reading: Reading; now: Date },
): Promise<Judged | null> {
  if (await isCounted(tx, reading, now)) return null;
  const { stoppedUntil, lastOpenedAt } = before;
  if (stoppedUntil !== null && stoppedUntil > now) {
    const pause = pauseUntil(stoppedUntil, now);
    return { state: 'stopped', rate: before.rate, stoppedUntil, pause, traces: null };
  }
  const rate = (await countOpened(tx, reading.userId, now)) + 1;
  if (rate <= config.premiumChaptersPerHour) {
    await open(tx, reading, now, { state: 'usual', stoppedUntil: null });
    return { state: 'usual', rate, stoppedUntil: null, pause: null, traces: null };
  }

  const traces = await readTraces(tx, reading.userId, now);
  const noticed = {
    rate,
    noticedAt: now,
    naturalTraces: traces.natural,
    mechanicalTraces: traces.mechanical,
    missingTraces: traces.missing,
  };
  if (rate > config.premiumChaptersPerHour * stopFactorOf(traces)) {
    const until = new Date(now.getTime() + stopMs);
    await writePace(tx, reading.userId, { ...noticed, state: 'stopped', stoppedUntil: until });
    return { state: 'stopped', rate, stoppedUntil: until, pause: pauseUntil(until, now), traces };
  }
  const slowed = { state: 'slowed', stoppedUntil: null } as const;
  const waitMs = (lastOpenedAt?.getTime() ?? 0) + slowedIntervalMs - now.getTime();
  if (waitMs > 0) {
    await writePace(tx, reading.userId, { ...noticed, ...slowed });
    const waitSeconds = Math.ceil(waitMs / 1000);
    const pause = makePause(waitSeconds, slowedSentence(waitSeconds), now);
    return { ...slowed, rate, pause, traces };
  }
  await open(tx, reading, now, { ...noticed, ...slowed });
  return { ...slowed, rate, pause: null, traces };
}

/** The account's row, inserted if missing, with a row lock until the transaction ends. */
async function lockPace(tx: Database, userId: string): Promise<Pace> {
  const [pace] = await tx
    .insert(readingPaces)
    .values({ userId })
    .onConflictDoUpdate({ target: readingPaces.userId, set: { userId: sql`excluded.user_id` } })
    .returning();
  if (!pace) throw new Error('the pace of an account was neither made nor found');
  return pace;
}

async function isCounted(db: Database, reading: Reading, now: Date): Promise<boolean> {
  return (await selectOpening(db, { ...reading, since: paceSince(now) })).length > 0;
}

type Opening = Record<keyof Reading, string | Placeholder> & { since: Date | Placeholder };

/** The row of an already counted chapter, which opens regardless of the pace. */
export function selectOpening(db: Database, { userId, chapterId, since }: Opening) {
  return db
    .select({ chapterId: premiumOpenings.chapterId })
    .from(premiumOpenings)
    .where(
      and(
        eq(premiumOpenings.userId, userId),
        gt(premiumOpenings.openedAt, since),
        eq(premiumOpenings.chapterId, chapterId),
      ),
    );
}

/** When the window began that ends now. */
export function paceSince(now: Date): Date {
  return new Date(now.getTime() - paceWindowMs);
}

async function countOpened(db: Database, userId: string, now: Date): Promise<number> {
  const [row] = await selectOpenedCount(db, userId, paceSince(now));
  return row?.opened ?? 0;
}

/** How many chapters an account has opened since then. */
export function selectOpenedCount(
  db: Database,
  userId: string | Placeholder,
  since: Date | Placeholder,
) {
  return db
    .select({ opened: count() })
    .from(premiumOpenings)
    .where(and(eq(premiumOpenings.userId, userId), gt(premiumOpenings.openedAt, since)));
}

async function open(
  tx: Database,
  { userId, chapterId }: Reading,
  now: Date,
  pace: Partial<Pace>,
): Promise<void> {
  await tx
    .insert(premiumOpenings)
    .values({ userId, chapterId, openedAt: now })
    .onConflictDoUpdate({
      target: [premiumOpenings.userId, premiumOpenings.chapterId],
      set: { openedAt: now },
    });
  await writePace(tx, userId, { ...pace, lastOpenedAt: now });
}

async function writePace(tx: Database, userId: string, pace: Partial<Pace>): Promise<void> {
  await tx.update(readingPaces).set(pace).where(eq(readingPaces.userId, userId));
}

/** The traces of the account's answers within the window. */
async function readTraces(tx: Database, userId: string, now: Date): Promise<TraceCounts> {
  const since = paceSince(now);
  const rows = await tx
    .select({ trace: challenges.pointerTrace })
    .from(challenges)
    .where(and(eq(challenges.subject, `user:${userId}`), gt(challenges.answeredAt, since)))
    .limit(answersLookedAtMax);
  return countTraces(rows.map(({ trace }) => trace));
}

/** Answers without a trace are ignored: a keyboard is no evidence. */
function stopFactorOf({ natural, mechanical }: TraceCounts): number {
  const isMechanical = mechanical >= tracedAnswersMin && mechanical > natural;
  return isMechanical ? mechanicalStopFactor : stopFactor;
}

/** The pause of an account that is stopped until then. */
function pauseUntil(until: Date, now: Date): Pause {
  const waitSeconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return makePause(waitSeconds, stoppedSentence(until), now);
}

function makePause(waitSeconds: number, sentence: string, now: Date): Pause {
  const retryAt = new Date(now.getTime() + waitSeconds * 1000).toISOString();
  return { waitSeconds, refusal: refuse('READING_PAUSED', sentence, { details: { retryAt } }) };
}

/** Whether the last notice is old enough for a new one. */
function isOver({ noticedAt }: Pace, now: Date): boolean {
  return noticedAt === null || now.getTime() - noticedAt.getTime() >= paceWindowMs;
}
