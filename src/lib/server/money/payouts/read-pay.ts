import { asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { PayBody } from '#shared/contracts/pay.ts';
import { maskIban } from '#shared/money/iban.ts';
import { sheetWords } from '#shared/money/tax-sheet-words.ts';
import { parisDay } from '#shared/site/formats.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { closedMonths, earningShares, statementLines } from '#server/core/db/schema/earnings.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { payoutOrders, payouts, payRates } from '#server/core/db/schema/payouts.ts';
import { findClosable } from '../earnings/close-due-months.ts';
import { findAuthorBalances } from './author-balances.ts';
import { missingSentence, openPayComputer, type Computed, type TaxSheet } from './compute-pay.ts';
import { isRecent } from './order-payouts.ts';
import { findLines } from './payout-lines.ts';

/** Files for the bank that are listed, the latest ones. */
const ordersMax = 50;
/** Novels to choose from; the command takes any. */
const novelsMax = 2_000;

/** All that admins see about pay; payments are computed for a day in Paris, today without one. */
export async function readPay(
  world: Pick<App, 'db' | 'clock' | 'config'>,
  wantedDay?: string,
): Promise<PayBody> {
  const { db, config } = world;
  const now = world.clock.now();
  const day = wantedDay ?? parisDay(now);
  const owesVat = config.vat.regime === 'rates';
  const { missing, sheets, compute } = await openPayComputer(db, day, owesVat);
  const balances = await findAuthorBalances(db);
  return {
    months: await listMonths(db),
    closable: await findClosable(world),
    shares: await listShares(db),
    novels: await listOwned(db),
    authors: balances.map((balance) => ({
      ...payOf(compute(balance.authorId, balance.dueCents), sheets.get(balance.authorId)),
      _id: balance.authorId,
      name: balance.name,
      earned: balance.earnedCents,
      paid: balance.paidCents,
      ordered: balance.orderedCents,
      due: balance.dueCents,
      account: balance.account && {
        maskedIban: maskIban(balance.account.iban),
        updatedAt: balance.account.updatedAt.toISOString(),
        isRecent: isRecent(balance.account.updatedAt, now),
      },
    })),
    orders: await listOrders(db),
    rates: await listRates(db),
    missingRates: missing.length > 0 ? missingSentence(missing, day) : '',
    isPayerSet: config.payer !== null,
  };
}

function payOf(computed: Computed, sheet: TaxSheet | undefined) {
  const isKnown = 'net' in computed;
  return {
    sheet: sheet ? sheetWords(sheet) : null,
    net: isKnown ? computed.net : null,
    lines: isKnown ? computed.lines : [],
    hindrance: isKnown ? '' : computed.hindrance,
  };
}

async function listRates(db: Database): Promise<PayBody['rates']> {
  return db
    .select({
      _id: payRates.id,
      kind: payRates.kind,
      value: payRates.value,
      startsOn: payRates.startsOn,
    })
    .from(payRates)
    .orderBy(desc(payRates.startsOn), desc(payRates.createdAt), asc(payRates.id));
}

async function listMonths(db: Database): Promise<PayBody['months']> {
  const isAuthors = isNotNull(statementLines.authorId);
  const rows = await db
    .select({
      month: closedMonths.month,
      closedAt: closedMonths.closedAt,
      net: sql<number>`coalesce(sum(${statementLines.spentNetCents} + ${statementLines.carriedNetCents}), 0)::int`,
      due: sql<number>`coalesce(sum(${statementLines.dueCents}) filter (where ${isAuthors}), 0)::int`,
    })
    .from(closedMonths)
    .leftJoin(statementLines, eq(statementLines.month, closedMonths.month))
    .groupBy(closedMonths.month)
    .orderBy(desc(closedMonths.month));
  return rows.map(({ closedAt, ...row }) => ({ ...row, closedAt: closedAt.toISOString() }));
}

async function listShares(db: Database): Promise<PayBody['shares']> {
  const rows = await db
    .select({
      share: earningShares,
      novel: { title: novels.title },
      author: { _id: users.id, name: users.name },
    })
    .from(earningShares)
    .leftJoin(novels, eq(novels.id, earningShares.novelId))
    .leftJoin(users, eq(users.id, earningShares.authorId))
    .orderBy(desc(earningShares.startsOn), desc(earningShares.createdAt));
  return rows.map(({ share, novel, author }) => ({
    _id: share.id,
    novel:
      share.novelId === null
        ? null
        : { _id: share.novelId, title: novel?.title ?? 'Roman supprimé' },
    author,
    basisPoints: share.basisPoints,
    startsOn: share.startsOn,
  }));
}

async function listOwned(db: Database): Promise<PayBody['novels']> {
  return db
    .select({ _id: novels.id, title: novels.title, author: { _id: users.id, name: users.name } })
    .from(novels)
    .innerJoin(users, eq(users.id, novels.ownerId))
    .orderBy(inFrench(users.name), inFrench(novels.title), asc(novels.id))
    .limit(novelsMax);
}

async function listOrders(db: Database): Promise<PayBody['orders']> {
  const orders = await db
    .select()
    .from(payoutOrders)
    .orderBy(desc(payoutOrders.createdAt))
    .limit(ordersMax);
  const rows = await db
    .select({ payout: payouts, name: users.name })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.authorId))
    .where(
      inArray(
        payouts.orderId,
        orders.map(({ id }) => id),
      ),
    )
    .orderBy(inFrench(payouts.holderName), asc(payouts.id));
  const linesOf = await findLines(
    db,
    rows.map(({ payout }) => payout.id),
  );
  const byOrder = Map.groupBy(rows, ({ payout }) => payout.orderId);
  return orders.map(({ id, executesOn, createdAt }) => ({
    _id: id,
    executesOn,
    createdAt: createdAt.toISOString(),
    payouts: (byOrder.get(id) ?? []).map(({ payout, name }) => ({
      _id: payout.id,
      author: { _id: payout.authorId, name },
      amount: payout.amountCents,
      net: payout.netCents ?? payout.amountCents,
      lines: linesOf(payout.id),
      holderName: payout.holderName,
      maskedIban: maskIban(payout.iban),
      state: payout.state,
      paidOn: payout.paidOn,
    })),
  }));
}
