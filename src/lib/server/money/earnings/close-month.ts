import { desc, eq, inArray, sql, and, isNotNull, lt, sum } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { App } from '#server/app.ts';
import type { SellerSettings } from '#server/core/config/publisher.ts';
import type { Database } from '#server/core/db/database.ts';
import { noteAct } from '#server/core/db/note-act.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { closedMonths, statementLines, statements } from '#server/core/db/schema/earnings.ts';
import { withoutTimeLimit } from '#server/core/db/timeouts.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { payouts } from '#server/core/db/schema/payouts.ts';
import { writeLetters } from '#server/core/queue/write-letter.ts';
import { sellerOf } from '../invoices/invoice-document.ts';
import {
  amountNames,
  findEntitlements,
  findShares,
  lineKey,
  nothing,
  type Entitlement,
} from './entitlements.ts';
import { endOfMonth, lastDayOf, monthAfter } from './paris-month.ts';
import { shareOn } from './shares.ts';

/** How long after its end a month can be closed: transactions under way then have ended. */
export const closingDelayMs = 60 * 60_000;

/** What closing a month needs; its publisher is copied. */
export type ClosingWorld = Pick<App, 'db' | 'clock'> & { config: { publisher: SellerSettings } };

/** `early`: it has not ended, or only just. `order`: the month before is open, or a later one closed. */
export type Closed = 'closed' | 'already' | 'early' | 'order';

/**
 * Closes a month in Paris: writes, per novel and owner, what it has earned until the month's end less
 * what earlier lines say, each author's statement, and a letter about it. What is recorded late, or corrected, is
 * thereby part of the next month. Names are those of this day. Idempotent; closings are serialized by an advisory lock, and a
 * closed month cannot be changed.
 * @param closedBy the admin, which is logged; null: the job, or the command.
 */
export async function closeMonth(
  { db, clock, config }: ClosingWorld,
  month: string,
  closedBy: string | null = null,
): Promise<Closed> {
  return db.transaction(async (tx) => {
    // It reads the whole ledger, in pages of readers: the limits of a page's queries are not for it.
    await withoutTimeLimit(tx);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('close_month'))`);
    const months = await tx.select().from(closedMonths).orderBy(desc(closedMonths.month));
    if (months.some((one) => one.month === month)) return 'already';
    const [latest] = months;
    if (latest && month !== monthAfter(latest.month)) return 'order';
    const [until, now] = [endOfMonth(month), clock.now()];
    if (now.getTime() < until.getTime() + closingDelayMs) return 'early';
    const entitled = await findEntitlements(tx, { until, sharesAsOf: now });
    const stated = await findStated(tx);
    const publisher = sellerOf(config.publisher);
    await tx.insert(closedMonths).values({ month, endedAt: until, closedAt: now, publisher });
    const whose = new Map([...stated, ...entitled]);
    const lines = [...whose]
      .map(([key, { novelId, authorId }]) =>
        subtract(entitled.get(key) ?? { novelId, authorId, ...nothing }, stated.get(key)),
      )
      .filter(isMoving);
    await writeLines(tx, { month, now, lines });
    await writeStatements(tx, month);
    await writeStatementLetters(tx, month, now);
    if (closedBy !== null)
      await noteAct(tx, { actorId: closedBy, act: 'month.closed', reason: month }, now);
    return 'closed';
  });
}

async function writeLines(
  tx: Database,
  { month, now, lines }: { month: string; now: Date; lines: readonly Entitlement[] },
): Promise<void> {
  const shares = await findShares(tx, now);
  const titles = await findTitles(tx, lines);
  const rows = lines.map((line) => ({
    ...line,
    month,
    novelTitle: titles.get(line.novelId) ?? '',
    basisPoints: shareOn(shares, line, lastDayOf(month)),
  }));
  // 500 rows of a dozen values stay below the 65,535 parameters of a statement.
  for (let from = 0; from < rows.length; from += 500) {
    await tx.insert(statementLines).values(rows.slice(from, from + 500));
  }
}

async function findTitles(
  tx: Database,
  lines: readonly Entitlement[],
): Promise<Map<string, string>> {
  const ids = lines.map(({ novelId }) => novelId);
  const rows = await tx
    .select({ id: novels.id, title: novels.title })
    .from(novels)
    .where(ids.length === 0 ? eq(sql`1`, 0) : inArray(novels.id, ids));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** What all closed months say of each novel and owner, summed by the database. */
export async function findStated(db: Database): Promise<Map<string, Entitlement>> {
  const total = (column: PgColumn) => sql`sum(${column})`.mapWith(Number);
  const rows = await db
    .select({
      novelId: statementLines.novelId,
      authorId: statementLines.authorId,
      paidCredits: total(statementLines.paidCredits),
      freeCredits: total(statementLines.freeCredits),
      spentNetCents: total(statementLines.spentNetCents),
      spentVatCents: total(statementLines.spentVatCents),
      carriedNetCents: total(statementLines.carriedNetCents),
      carriedVatCents: total(statementLines.carriedVatCents),
      dueCents: total(statementLines.dueCents),
    })
    .from(statementLines)
    .groupBy(statementLines.novelId, statementLines.authorId);
  return new Map(rows.map((line) => [lineKey(line), line]));
}

function subtract(entitlement: Entitlement, stated: Entitlement | undefined): Entitlement {
  const line = { ...entitlement };
  if (stated) for (const name of [...amountNames, 'dueCents'] as const) line[name] -= stated[name];
  return line;
}

function isMoving(line: Entitlement): boolean {
  return [...amountNames, 'dueCents' as const].some((name) => line[name] !== 0);
}

/**
 * Writes each author's statement of a month whose lines are written: what the statement before left,
 * what the month adds, and what was paid since. An author for whom nothing changed and to whom
 * nothing is due has none.
 */
async function writeStatements(tx: Database, month: string): Promise<void> {
  const earned = await sumOf(
    tx
      .select({ authorId: statementLines.authorId, cents: sum(statementLines.dueCents) })
      .from(statementLines)
      .where(sql`${statementLines.month} = ${month} and ${isNotNull(statementLines.authorId)}`)
      .groupBy(statementLines.authorId),
  );
  const paid = await sumOf(
    tx
      .select({ authorId: payouts.authorId, cents: sum(payouts.amountCents) })
      .from(payouts)
      .where(eq(payouts.state, 'paid'))
      .groupBy(payouts.authorId),
  );
  const paidBefore = await sumOf(
    tx
      .select({ authorId: statements.authorId, cents: sum(statements.paidCents) })
      .from(statements)
      .groupBy(statements.authorId),
  );
  const brought = await findBalances(tx, month);
  const authors = new Set([...earned.keys(), ...paid.keys(), ...brought.keys()]);
  const names = await findNames(tx, [...authors]);
  const rows = [...authors]
    .map((authorId) => {
      const broughtCents = brought.get(authorId) ?? 0;
      const earnedCents = earned.get(authorId) ?? 0;
      const paidCents = (paid.get(authorId) ?? 0) - (paidBefore.get(authorId) ?? 0);
      const balanceCents = broughtCents + earnedCents - paidCents;
      const authorName = names.get(authorId) ?? '';
      return { month, authorId, authorName, broughtCents, earnedCents, paidCents, balanceCents };
    })
    .filter((row) => earned.has(row.authorId) || row.paidCents !== 0 || row.broughtCents !== 0);
  for (let from = 0; from < rows.length; from += 500) {
    await tx.insert(statements).values(rows.slice(from, from + 500));
  }
}

/** A letter for each author with a statement of the month, unless they have no address. */
async function writeStatementLetters(tx: Database, month: string, now: Date): Promise<void> {
  const authors = await tx
    .select({ userId: users.id })
    .from(statements)
    .innerJoin(users, eq(users.id, statements.authorId))
    .where(and(eq(statements.month, month), isNotNull(users.email)));
  await writeLetters(
    tx,
    authors.map(({ userId }) => ({
      kind: 'statement',
      userId,
      about: `${month}:${userId}`,
      payload: { month },
    })),
    now,
  );
}

async function findNames(tx: Database, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The balance of each author's last statement before a month. */
async function findBalances(tx: Database, month: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectDistinctOn([statements.authorId], {
      authorId: statements.authorId,
      cents: statements.balanceCents,
    })
    .from(statements)
    .where(lt(statements.month, month))
    .orderBy(statements.authorId, desc(statements.month));
  return new Map(rows.map(({ authorId, cents }) => [authorId, cents]));
}

async function sumOf(
  query: PromiseLike<{ authorId: string | null; cents: string | null }[]>,
): Promise<Map<string, number>> {
  const rows = await query;
  return new Map(
    rows.flatMap(({ authorId, cents }) =>
      authorId === null ? [] : [[authorId, Number(cents ?? 0)] as const],
    ),
  );
}
