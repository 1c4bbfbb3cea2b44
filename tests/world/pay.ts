import { and, eq } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { statementLines, statements } from '#server/core/db/schema/earnings.ts';
import { payoutAccounts, payoutOrders, payouts } from '#server/core/db/schema/payouts.ts';
import { addNovel } from './novels.ts';
import { addOldMonth } from './old-month.ts';
import type { TestBrowser } from './people.ts';

/** Valid, and nobody's. */
const anIban = 'FR7630006000011234567890189';
const account = { holderName: 'Léa Martin', iban: anIban };
let made = 0;

/** A closed month of long ago in which an author earned one euro, and their account. */
export async function addStatement(app: App, authorId: string): Promise<{ month: string }> {
  const { db, clock } = app;
  const { id: novelId } = await addNovel(app, { title: `Payé ${++made}`, chapters: 1 });
  const month = await addOldMonth(app, async (tx, month) => {
    await tx.insert(statementLines).values({
      month,
      novelId,
      novelTitle: 'Payé',
      authorId,
      basisPoints: 5000,
      paidCredits: 100,
      freeCredits: 0,
      spentNetCents: 200,
      spentVatCents: 11,
      carriedNetCents: 0,
      carriedVatCents: 0,
      dueCents: 100,
    });
    const sums = { broughtCents: 0, earnedCents: 100, paidCents: 0, balanceCents: 100 };
    await tx.insert(statements).values({ month, authorId, authorName: 'Léa', ...sums });
  });
  const updatedAt = clock.now();
  await db
    .insert(payoutAccounts)
    .values({ userId: authorId, ...account, updatedAt })
    .onConflictDoNothing();
  return { month };
}

/** A payment of one cent to an author that waits for the bank; theirs before has failed. */
export async function addPayout(
  { db, clock }: App,
  author: TestBrowser,
  admin: TestBrowser,
): Promise<{ id: string; orderId: string }> {
  const waits = and(eq(payouts.authorId, author.user.id), eq(payouts.state, 'ordered'));
  await db.update(payouts).set({ state: 'failed', settledAt: clock.now() }).where(waits);
  const payer = { payerName: 'Éditeur', payerIban: anIban, executesOn: '2026-12-01' };
  const by = { createdBy: admin.user.id, createdAt: clock.now() };
  const [order] = await db
    .insert(payoutOrders)
    .values({ ...payer, ...by })
    .returning();
  const orderId = order?.id ?? '';
  const [payout] = await db
    .insert(payouts)
    .values({ orderId, authorId: author.user.id, amountCents: 1, ...account })
    .returning();
  return { id: payout?.id ?? '', orderId };
}
