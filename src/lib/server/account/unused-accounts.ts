import { and, asc, eq, gte, isNotNull, isNull, lt, lte, ne, not, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { parisDay } from '#shared/site/formats.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { earningShares, novelHandovers, statements } from '#server/core/db/schema/earnings.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { identities, sessions, users } from '#server/core/db/schema/identity.ts';
import { creditTransactions } from '#server/core/db/schema/money.ts';
import { mailBounces, outbox } from '#server/core/db/schema/outbox.ts';
import { payoutAccounts } from '#server/core/db/schema/payouts.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { withoutTimeLimit } from '#server/core/db/timeouts.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { writeLetters } from '#server/core/queue/write-letter.ts';
import { sessionLifetimeMs } from '#server/people/identity/sessions.ts';
import { eraseAccount } from './erase-account.ts';

const unusedMonths = 24;
const warningMs = 30 * 24 * 3_600_000;
/** Accounts of a run: what is left is for the next day, and other letters are not delayed. */
const warnedMax = 500;
const erasedMax = 500;

type World = Pick<App, 'db' | 'clock' | 'changed' | 'log' | 'mailer'>;

/**
 * Warns readers who have not used their account for 24 months, and erases those who were warned 30 days
 * ago, as the privacy policy says (decision 151). Idempotent; `signal` ends it early.
 */
export async function eraseUnusedAccounts(world: World, signal?: AbortSignal): Promise<void> {
  const { db, clock, log, mailer } = world;
  // A warning needs a mail server.
  if (!mailer) return;
  const now = clock.now();
  const isWarning = eq(outbox.kind, 'account_unused');
  const isSent = lte(outbox.sentAt, new Date(now.getTime() - warningMs));
  const counts = { erased: 0, refused: 0, failed: 0, warned: 0 };
  // Rows of the outbox are kept for two months: what could not be sent is written anew then.
  const unwarned = await listUnused(db, now, none(outbox.userId, isWarning), warnedMax);
  const letters = unwarned.map((id) => {
    const about = `${id}:${parisDay(now)}`;
    return { kind: 'account_unused' as const, userId: id, about, payload: {} };
  });
  await writeLetters(db, letters, now);
  counts.warned = letters.length;
  const warned = await listUnused(
    db,
    now,
    not(none(outbox.userId, and(isWarning, isSent))),
    erasedMax,
  );
  for (const id of warned) {
    if (signal?.aborted === true) return;
    const onlyIf = async (tx: Database) => {
      await withoutTimeLimit(tx);
      return (await tx.$count(users, and(eq(users.id, id), isUnused(now)))) > 0;
    };
    try {
      const refusal = await eraseAccount(world, id, { lostCredits: null, onlyIf });
      counts[isRefusal(refusal) ? 'refused' : 'erased'] += 1;
    } catch (error) {
      // It keeps no other account from being erased.
      log.error({ err: error, userId: id }, 'an unused account was not erased');
      counts.failed += 1;
    }
  }
  log.info(counts, 'unused accounts');
}

async function listUnused(db: Database, now: Date, which: SQL, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isUnused(now), which))
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * A reader who has not signed in for so long that the last session, too, ended 24 months ago; who never
 * bought, has no part in a novel, is owed nothing, and whose address has not refused our mail.
 */
function isUnused(now: Date): SQL | undefined {
  const before = new Date(now.getTime() - sessionLifetimeMs);
  before.setUTCMonth(before.getUTCMonth() - unusedMonths);
  return and(
    isNull(users.erasedAt),
    eq(users.role, 'reader'),
    isNotNull(users.email),
    lt(users.createdAt, before),
    none(identities.userId, gte(identities.lastUsedAt, before)),
    none(sessions.userId, gte(sessions.lastUsedAt, before)),
    none(creditTransactions.userId, ne(creditTransactions.status, 'failed')),
    none(novels.ownerId),
    none(novelMembers.userId),
    none(earningShares.authorId),
    none(statements.authorId),
    none(novelHandovers.fromUserId),
    none(payoutAccounts.userId),
    none(mailBounces.userId, eq(mailBounces.address, users.email)),
  );
}

/** No row of the user's is so. */
const none = (column: PgColumn, condition?: SQL): SQL =>
  sql`not exists (select from ${column.table} where ${and(eq(column, users.id), condition)})`;
