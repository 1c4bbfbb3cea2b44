import { and, eq, gt, gte, isNull, max, sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import type { App } from '../app.ts';
import { findFrozen, releaseFrozen } from '#server/money/credits/frozen.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { closedMonths, novelHandovers } from '#server/core/db/schema/earnings.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { creditTransactions, unlocks } from '#server/core/db/schema/money.ts';
import { payoutAccounts } from '#server/core/db/schema/payouts.ts';
import { returnedRefunds, withdrawals } from '#server/core/db/schema/returns.ts';
import { endOfMonth } from '#server/money/earnings/paris-month.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { findAuthorBalances } from '#server/money/payouts/author-balances.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import { isOwed } from '#server/money/payments/owed.ts';
import { isReturnedDue } from '#server/money/payments/returned-refund.ts';
import { emptyShell } from './erasures.ts';
import { personalData } from './personal-data.ts';

/** Why an account cannot be erased now: here, since what browsers share of messages is loaded by all. */
const refusals = {
  lastAdmin: 'Vous êtes le seul administrateur. Donnez d’abord ce rôle à une autre personne.',
  pending:
    'Un paiement est en cours sur votre compte. Attendez qu’il aboutisse ou qu’il expire\u00A0: une heure au plus par carte, quelques jours par prélèvement.',
  owed: 'Un remboursement vous est dû. Votre compte pourra être supprimé dès qu’il vous aura été versé.',
  disputed:
    'Un de vos paiements est contesté et des crédits sont bloqués. Votre compte pourra être supprimé dès que votre banque aura décidé.',
  used: 'Ce compte a servi depuis.',
  moreCredits: 'Vos crédits ont changé. Vérifiez ce que vous perdriez et confirmez à nouveau.',
  payUnderWay: payMessages.erasureUnderWay,
  payDue: payMessages.erasureDue,
  payUnstated: payMessages.erasureUnstated,
} as const;
type Obstacle = keyof typeof refusals;

/** The same for who erases another's account. */
const staffRefusals: Readonly<Record<Obstacle, string>> = {
  lastAdmin: 'C’est le seul administrateur. Donnez d’abord ce rôle à une autre personne.',
  pending:
    'Un paiement de cette personne est en cours\u00A0: attendez qu’il aboutisse ou abandonnez sa commande.',
  owed: 'Un remboursement est dû à cette personne\u00A0: versez-le d’abord.',
  disputed:
    'Un paiement de cette personne est contesté et des crédits sont gelés\u00A0: sa banque décide d’abord.',
  used: 'Ce compte a servi depuis.',
  moreCredits:
    'Les crédits de cette personne ont changé. Rechargez la page et vérifiez leur nombre.',
  payUnderWay: 'Un virement d’auteur vers cette personne est en cours\u00A0: attendez son arrivée.',
  payDue:
    'Des relevés de cette personne restent à payer. Payez-les, ou elle retire son compte bancaire pour y renoncer.',
  payUnstated:
    'Des chapitres de cette personne ont été déverrouillés depuis son dernier relevé\u00A0: attendez le prochain pour la payer.',
};

type Confirmed = {
  /** How many unspent credits the user confirmed to lose; null where an operator decides. */
  lostCredits: number | null;
  /** For an unused account: checked again once its row is locked. */
  onlyIf?: (tx: Database) => Promise<boolean>;
  /** Refusals speak about the person, not to them. */
  isByStaff?: true;
  /** Why, where the publisher closes it and its person did not ask: the letter has it (terms, § 11). */
  facts?: string | undefined;
};

/**
 * Erases an account in one transaction, table by table as `personalData` says: sessions and
 * identities are deleted, and so is what the user did and wrote about themselves; content that others
 * need loses its author; the user's row is retained without personal data (decision 39). Idempotent.
 * Refuses with 404 `NOT_FOUND`, and with 409 `ERASURE_REFUSED` for the last admin, while a payment is
 * pending or a refund is owed, while an author is being paid or is to be paid to an account, while a
 * dispute keeps credits frozen, and where more credits would be lost than were confirmed. An operator
 * may override the last two. `onlyIf` false is refused too.
 */
export async function eraseAccount(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  userId: string,
  { lostCredits, onlyIf, isByStaff, facts }: Confirmed,
): Promise<Refusal | null> {
  const now = clock.now();
  const result = await db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId);
    if (!person) return refuse('NOT_FOUND', messages.personMissing);
    if (person.erasedAt !== null) return { tags: [] };
    // A sign-in locks the row too: one of the two sees what the other has done.
    if (onlyIf && !(await onlyIf(tx))) return refuse('ERASURE_REFUSED', refusals.used);
    const obstacle = await findObstacle(tx, person, lostCredits);
    if (obstacle !== null) {
      return refuse('ERASURE_REFUSED', (isByStaff ? staffRefusals : refusals)[obstacle]);
    }
    // Credits frozen by a dispute are given up too: when it ends there is nothing to give back.
    const lost = person.credits + (await releaseFrozen(tx, { userId, neededFor: 'erasure' }, now));
    if (lost > 0) {
      const reason = messages.accountGone;
      const reference = `erasure:${userId}`;
      const given = { delta: -lost, kind: 'adjustment', reference, reason } as const;
      await moveCredits(tx, userId, [given], now);
    }
    const tags = new Set<string>();
    for (const { run } of personalData.flatMap(({ erasure }) => erasure)) {
      for (const tag of await run(tx, userId)) tags.add(tag);
    }
    if (person.email !== null) {
      const payload = { address: person.email, ...(onlyIf && { isUnused: true }), facts };
      // The row becomes a shell that nothing may refer to.
      const letter = { kind: 'account_deleted', userId: null, about: userId, payload } as const;
      await writeLetter(tx, letter, now);
    }
    return { tags: [...tags, ...(await emptyShell(tx, person, now))] };
  });
  if ('refusal' in result) return result;
  if (result.tags.length > 0) await changed(result.tags);
  return null;
}

type Person = typeof users.$inferSelect;

/**
 * Locks the user's row; for an admin, the rows of all admins, so that two who leave at once cannot
 * both pass the last-admin check. Not “for update”: a comment being written locks its chapter and
 * references this row.
 */
async function lockPerson(tx: Database, userId: string): Promise<Person | null> {
  const [known] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId));
  if (known?.role === 'admin') await lockAdmins(tx);
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return person ?? null;
}

function lockAdmins(tx: Database): Promise<{ id: string }[]> {
  return tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.erasedAt)))
    .orderBy(users.id)
    .for('no key update');
}

/** Why staff could not erase this account now; null where they could. */
export async function findErasureRefusal(db: Database, person: Person): Promise<string | null> {
  const obstacle = await findObstacle(db, person, person.credits);
  return obstacle && staffRefusals[obstacle];
}

/** The reason for a refusal; null for none. */
async function findObstacle(
  tx: Database,
  { id, role, credits }: Person,
  lostCredits: number | null,
): Promise<Obstacle | null> {
  if (role === 'admin' && (await lockAdmins(tx)).length === 1) return 'lastAdmin';
  const isPending = and(
    eq(creditTransactions.userId, id),
    eq(creditTransactions.status, 'pending'),
  );
  if ((await tx.$count(creditTransactions, isPending)) > 0) return 'pending';
  const isTheirs = and(eq(withdrawals.userId, id), isOwed);
  if ((await tx.$count(withdrawals, isTheirs)) > 0) return 'owed';
  const returned = await tx
    .select({ id: returnedRefunds.id })
    .from(returnedRefunds)
    .innerJoin(creditTransactions, eq(creditTransactions.id, returnedRefunds.transactionId))
    .where(and(isReturnedDue, eq(creditTransactions.userId, id)));
  if (returned.length > 0) return 'owed';
  const payout = await findPayoutObstacle(tx, id);
  if (payout !== null) return payout;
  if (lostCredits === null) return null;
  // The user has not confirmed how many more credits they would lose.
  if ((await findFrozen(tx, id)).length > 0) return 'disputed';
  return credits > lostCredits ? 'moreCredits' : null;
}

/** Without the account nothing could be paid; who removes it first gives the sum up. */
async function findPayoutObstacle(tx: Database, userId: string): Promise<Obstacle | null> {
  const [balance] = await findAuthorBalances(tx, userId);
  if (balance && balance.orderedCents > 0) return 'payUnderWay';
  const isTheirs = eq(payoutAccounts.userId, userId);
  if ((await tx.$count(payoutAccounts, isTheirs)) === 0) return null;
  if (balance && balance.dueCents > 0) return 'payDue';
  return (await hasUnstatedSales(tx, userId)) ? 'payUnstated' : null;
}

/** Whether a chapter was unlocked since the last closed month while they owned its novel. */
async function hasUnstatedSales(tx: Database, userId: string): Promise<boolean> {
  const later = sql`from ${novelHandovers} where ${novelHandovers.novelId} = ${novels.id}
    and ${novelHandovers.at} > ${unlocks.createdAt}`;
  // As `ownerAt`: what was earned before a change stays with the owner before.
  const ownerAtUnlock = sql`case when exists (select ${later}) then
    (select ${novelHandovers.fromUserId} ${later} order by ${novelHandovers.at} limit 1)
    else ${novels.ownerId} end`;
  const [latest] = await tx.select({ month: max(closedMonths.month) }).from(closedMonths);
  const rows = await tx
    .select({ id: unlocks.chapterId })
    .from(unlocks)
    .innerJoin(chapters, eq(chapters.id, unlocks.chapterId))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .where(
      and(
        eq(ownerAtUnlock, userId),
        gt(unlocks.costCredits, 0),
        latest?.month ? gte(unlocks.createdAt, endOfMonth(latest.month)) : undefined,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
