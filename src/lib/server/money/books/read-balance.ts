import { and, eq, inArray, isNull, max, min } from 'drizzle-orm';
import { parisDay } from '#shared/site/formats.ts';
import { addDays } from '#shared/time/add-days.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { balanceLines, balanceReadings, stripePayouts } from '#server/core/db/schema/books.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import type { Payments } from '../payments/stripe.ts';
import type { BalanceLine } from '../payments/stripe-balance.ts';
import { isPaymentUnavailable } from '../payments/stripe-errors.ts';

const dayMs = 24 * 60 * 60_000;
/** One request's span: its lines are in memory at once, and stored at once. */
const windowMs = 7 * dayMs;
/** What was read last is read again, in case Stripe listed something late. */
const overlapMs = dayMs;
/** Stripe may list a line, and a transaction store a document, later than its instant. */
const lateMs = 60 * 60_000;
/** A bank may send a payout back weeks later. */
const payoutsWithinMs = 60 * dayMs;
const rowsPerInsert = 1_000;

type World = Pick<App, 'db' | 'clock' | 'log' | 'payments'>;

/**
 * Reads Stripe's balance transactions and payouts from where it ended, and stores them: idempotent,
 * a week at a time and the oldest first, so that what is stored has no gap wherever a run ends.
 * @returns whether it came to the end.
 */
export async function readBalance(world: World, signal?: AbortSignal): Promise<boolean> {
  const { db, payments, log } = world;
  if (!payments) return true;
  const start = await findStart(db);
  if (start === null) return true;
  try {
    if (!(await readLines(world, payments, start, signal))) return false;
    await readPayouts(world, payments, start);
    return true;
  } catch (error) {
    if (!isPaymentUnavailable(error)) throw error;
    log.warn({ err: error }, 'the balance at Stripe could not be read');
    return false;
  }
}

/** The first purchase; null: nothing was sold yet. */
async function findStart(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ at: min(creditTransactions.createdAt) })
    .from(creditTransactions);
  return first?.at ?? null;
}

async function readLines(
  { db, clock }: World,
  payments: Payments,
  start: Date,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [last] = await db.select({ at: max(balanceLines.createdAt) }).from(balanceLines);
  const nowMs = clock.now().getTime();
  let fromMs = (last?.at ?? start).getTime() - overlapMs;
  for (; fromMs <= nowMs; fromMs += windowMs) {
    if (signal?.aborted) return false;
    const lines: BalanceLine[] = [];
    const window = payments.listBalanceLines(new Date(fromMs), new Date(fromMs + windowMs));
    for await (const line of window) lines.push(line);
    await db.transaction((tx) => storeLines(tx, lines));
  }
  const readUntil = new Date(nowMs);
  await db
    .insert(balanceReadings)
    .values({ id: 1, readUntil })
    .onConflictDoUpdate({ target: balanceReadings.id, set: { readUntil } });
  return true;
}

/** The last day whose documents and lines are all here; null: Stripe was not read yet. */
export async function findSettledDay({
  db,
  clock,
  payments,
}: Pick<App, 'db' | 'clock' | 'payments'>): Promise<string | null> {
  const [read] = await db.select().from(balanceReadings);
  if (payments && !read) return null;
  const until = payments && read ? read.readUntil : clock.now();
  return addDays(parisDay(new Date(until.getTime() - lateMs)), -1);
}

async function storeLines(tx: Database, lines: readonly BalanceLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += rowsPerInsert) {
    const rows = lines.slice(at, at + rowsPerInsert);
    await tx.insert(balanceLines).values(rows).onConflictDoNothing();
  }
}

async function readPayouts({ db }: World, payments: Payments, start: Date): Promise<void> {
  const [last] = await db.select({ at: max(stripePayouts.createdAt) }).from(stripePayouts);
  const from = last?.at ? new Date(last.at.getTime() - payoutsWithinMs) : start;
  for await (const { isListed, ...payout } of payments.listPayoutsSince(from)) {
    const { status, arrivesOn } = payout;
    const [stored] = await db
      .insert(stripePayouts)
      .values(payout)
      .onConflictDoUpdate({ target: stripePayouts.id, set: { status, arrivesOn } })
      .returning({ isComplete: stripePayouts.isComplete });
    if (isListed && stored?.isComplete === false) await readLinesOf(db, payments, payout.id);
  }
}

async function readLinesOf(db: Database, payments: Payments, payoutId: string): Promise<void> {
  const lines: BalanceLine[] = [];
  for await (const line of payments.listLinesOf(payoutId)) lines.push(line);
  await db.transaction(async (tx) => {
    await storeLines(tx, lines);
    for (let at = 0; at < lines.length; at += rowsPerInsert) {
      const ids = lines.slice(at, at + rowsPerInsert).map(({ id }) => id);
      await tx
        .update(balanceLines)
        .set({ payoutId })
        .where(and(inArray(balanceLines.id, ids), isNull(balanceLines.payoutId)));
    }
    await tx.update(stripePayouts).set({ isComplete: true }).where(eq(stripePayouts.id, payoutId));
  });
}
