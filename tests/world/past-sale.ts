import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { App } from '#server/app.ts';
import { moveCredits } from '#server/money/credits/ledger.ts';
import { invoiceCounters, invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, unlocks } from '#server/core/db/schema/money.ts';

type PastSale = {
  userId: string;
  chapterId: string;
  /** Spent on the chapter; of 300 credits for 4.73 euros net and 0.26 euros of VAT. */
  credits: number;
  at: Date;
};

/** A purchase of long ago and a chapter unlocked with it, as the tables would have them. */
export async function addPastSale({ db }: Pick<App, 'db'>, sale: PastSale): Promise<void> {
  const { userId, chapterId, credits, at } = sale;
  const transactionId = uuidv7();
  await db.transaction(async (tx) => {
    await tx.insert(creditTransactions).values({
      id: transactionId,
      userId,
      planId: 'plan_basic',
      packName: 'Pack Basic',
      billing: {},
      credits: 300,
      amountCents: 499,
      status: 'completed',
      createdAt: at,
      completedAt: at,
    });
    const bought = {
      delta: 300,
      kind: 'purchase',
      reference: transactionId,
      transactionId,
    } as const;
    const spent = { delta: -credits, kind: 'unlock', reference: `${userId}:${chapterId}` } as const;
    await moveCredits(tx, userId, [bought], at);
    await moveCredits(tx, userId, [spent], at);
    await tx.insert(unlocks).values({ userId, chapterId, costCredits: credits, createdAt: at });
    const [counter] = await tx
      .insert(invoiceCounters)
      .values({ kind: 'invoice', year: 2001, lastNumber: 1 })
      .onConflictDoUpdate({
        target: [invoiceCounters.year, invoiceCounters.kind],
        set: { lastNumber: sql`${invoiceCounters.lastNumber} + 1` },
      })
      .returning({ sequence: invoiceCounters.lastNumber });
    const { sequence = 0 } = counter ?? {};
    await tx.insert(invoices).values({
      kind: 'invoice',
      year: 2001,
      sequence,
      number: `PASSE-${sequence}`,
      transactionId,
      seller: {},
      buyer: {},
      lines: [],
      netCents: 473,
      vatCents: 26,
      totalCents: 499,
      issuedAt: at,
    });
  });
}
