import { and, eq } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { statementLines, statements } from '#server/core/db/schema/earnings.ts';
import {
  payoutAccounts,
  payoutOrders,
  payouts,
  payRates,
  taxSheets,
} from '#server/core/db/schema/payouts.ts';
import { sellerOf } from '#server/money/invoices/invoice-document.ts';
import { readPay } from '#server/money/payouts/read-pay.ts';
import type { RateKind, Rates } from '#shared/money/pay-lines.ts';
import { parisDay } from '#shared/site/formats.ts';
import { addNovel } from './novels.ts';
import { addOldMonth } from './old-month.ts';
import type { TestBrowser } from './people.ts';

/** Valid, and nobody's. */
const anIban = 'FR7630006000011234567890189';
const account = { holderName: 'Léa Martin', iban: anIban };
let made = 0;

/** Examples, as in issue 41. */
export const exampleRates: Rates = {
  old_age: 615,
  ceiling: 4_800_000,
  csg: 920,
  crds: 50,
  csg_base: 9_825,
  training: 35,
  vat: 1_000,
  vat_treasury: 920,
  publisher: 100,
  publisher_training: 10,
};

/** These rates from 2026 on, for twenty years: a ceiling is that of its year. */
export async function addRates(
  { db, clock }: App,
  setBy: string,
  rates: Partial<Rates> = exampleRates,
) {
  const rows = (Object.entries(rates) as [RateKind, number][]).flatMap(([kind, value]) =>
    Array.from({ length: 20 }, (_, after) => ({
      kind,
      value,
      startsOn: `${2026 + after}-01-01`,
      setBy,
      createdAt: clock.now(),
    })),
  );
  await db.insert(payRates).values(rows);
}

/** The tax sheet of an author who earns wages, or as it is `changed`. */
export async function addSheet(
  { db, clock }: App,
  authorId: string,
  changed: Partial<typeof taxSheets.$inferInsert> = {},
): Promise<string> {
  const [sheet] = await db
    .insert(taxSheets)
    .values({
      authorId,
      startsOn: '2026-01-01',
      legalName: 'Élise Plume',
      address: '1 rue de l’Exemple, Lyon',
      residence: 'france',
      regime: 'wages',
      vat: 'withheld',
      createdAt: clock.now(),
      ...changed,
    })
    .returning();
  return sheet?.id ?? '';
}

/** What an admin is shown of a payment to an author, for a day. */
export async function shownPay(app: App, authorId: string, day?: string) {
  const found = (await readPay(app, day)).authors.find(({ _id }) => _id === authorId);
  return {
    authorId,
    amount: found?.due ?? 0,
    net: found?.net ?? 0,
    accountUpdatedAt: found?.account?.updatedAt ?? app.clock.now().toISOString(),
  };
}

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

/** A payment of one cent to an author that waits for the bank, or was made; theirs before has failed. */
export async function addPayout(
  app: App,
  author: TestBrowser,
  admin: TestBrowser,
  isPaid = false,
  sheet: Parameters<typeof addSheet>[2] = {},
): Promise<{ id: string; orderId: string }> {
  const { db, clock } = app;
  const waits = and(eq(payouts.authorId, author.user.id), eq(payouts.state, 'ordered'));
  await db.update(payouts).set({ state: 'failed', settledAt: clock.now() }).where(waits);
  const payer = { payerName: 'Éditeur', payerIban: anIban, executesOn: '2026-12-01' };
  const by = { createdBy: admin.user.id, createdAt: clock.now() };
  const [order] = await db
    .insert(payoutOrders)
    .values({ ...payer, ...by, publisher: sellerOf(app.config.publisher) })
    .returning();
  const orderId = order?.id ?? '';
  const [payout] = await db
    .insert(payouts)
    .values({
      orderId,
      authorId: author.user.id,
      amountCents: 1,
      netCents: 1,
      sheetId: await addSheet(app, author.user.id, sheet),
      ...account,
      ...(isPaid && { state: 'paid', paidOn: parisDay(clock.now()), settledAt: clock.now() }),
    })
    .returning();
  return { id: payout?.id ?? '', orderId };
}
