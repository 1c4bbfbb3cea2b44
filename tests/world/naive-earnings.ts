/**
 * What authors have earned, counted credit by credit from the tables, without the product's code: the
 * oracle of the statements.
 */
import { asc } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { disputes } from '#server/core/db/schema/returns.ts';

/** Who owned a novel from an instant on, and which share counted: what the test did, in its order. */
export type Owning = { novelId: string; authorId: string | null; from: Date };
export type Sharing = {
  novelId?: string;
  authorId?: string;
  basisPoints: number;
  /** The first day in Paris. */
  day: string;
};

/** One spent credit: of which purchase, on which chapter and when. */
type Token = { purchase: string | null; chapterId: string; at: Date };
/** Credits that lie together, in the order in which they came. */
type Lot = { purchase: string | null; credits: number };

export type NaiveSum = {
  paidCredits: number;
  freeCredits: number;
  spentNet: number;
  spentVat: number;
  keptNet: number;
  keptVat: number;
  due: number;
};

const parisDay = (at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(at);

/** Sums by “novel author” of everything dated before an instant. */
export async function countNaively(
  db: Database,
  until: Date,
  did: { owning: readonly Owning[]; sharing: readonly Sharing[] },
): Promise<Map<string, NaiveSum>> {
  const spent = await spendTokens(db, until);
  const novelOf = new Map(
    (await db.select().from(chapters)).map(({ id, novelId }) => [id, novelId]),
  );
  const sums = new Map<string, NaiveSum>();
  const tenThousandths = new Map<string, number>();
  const add = (token: Token, worth: Partial<NaiveSum>) => {
    const novelId = novelOf.get(token.chapterId) ?? '';
    const authorId = did.owning
      .filter((one) => one.novelId === novelId && one.from <= token.at)
      .reduce<string | null>((_, one) => one.authorId, null);
    const key = `${novelId} ${authorId ?? ''}`;
    const sum = sums.get(key) ?? { ...nothing };
    for (const name of Object.keys(nothing) as (keyof NaiveSum)[]) sum[name] += worth[name] ?? 0;
    sums.set(key, sum);
    const share = shareOf(did.sharing, novelId, authorId, parisDay(token.at));
    tenThousandths.set(key, (tenThousandths.get(key) ?? 0) + (worth.keptNet ?? 0) * share);
  };
  for (const token of spent.filter(({ purchase }) => purchase === null)) {
    add(token, { freeCredits: 1 });
  }
  for (const { id, credits, net, vat, leftNet, leftVat } of await findPurchases(db, until)) {
    const own = spent.filter(({ purchase }) => purchase === id);
    const prices = [handOut(net, credits), handOut(vat, credits)] as const;
    const kept = [
      keep(prices[0].slice(0, own.length), leftNet),
      keep(prices[1].slice(0, own.length), leftVat),
    ] as const;
    for (const [place, token] of own.entries()) {
      add(token, {
        paidCredits: 1,
        spentNet: prices[0][place] ?? 0,
        spentVat: prices[1][place] ?? 0,
        keptNet: kept[0][place] ?? 0,
        keptVat: kept[1][place] ?? 0,
      });
    }
  }
  for (const [key, sum] of sums) sum.due = Math.floor((tenThousandths.get(key) ?? 0) / 10_000);
  return sums;
}

const nothing: NaiveSum = {
  paidCredits: 0,
  freeCredits: 0,
  spentNet: 0,
  spentVat: 0,
  keptNet: 0,
  keptVat: 0,
  due: 0,
};

/** Cents handed out one after the other, each to the first credit that has brought a whole one. */
function handOut(cents: number, credits: number): number[] {
  const each = Array.from({ length: credits }, () => 0);
  let [owed, given] = [0, 0];
  for (let place = 0; place < credits; place++) {
    owed += cents;
    while ((given + 1) * credits <= owed) {
      given += 1;
      each[place] = (each[place] ?? 0) + 1;
    }
  }
  return each;
}

/** What is left of a price, among spent credits: their own price where it is there. */
function keep(prices: readonly number[], left: number): number[] {
  const whole = prices.reduce((sum, one) => sum + one, 0);
  return whole <= left ? [...prices] : handOut(left, prices.length);
}

/** Every spent credit, in the order of spending. */
async function spendTokens(db: Database, until: Date): Promise<Token[]> {
  const entries = await db.select().from(ledgerEntries).orderBy(asc(ledgerEntries.sequence));
  const purses = new Map<string, Lot[]>();
  const spent: Token[] = [];
  for (const { userId, delta, kind, reference, transactionId, createdAt } of entries) {
    if (createdAt >= until) continue;
    const purse = purses.get(userId) ?? [];
    purses.set(userId, purse);
    const isOf = (lot: Lot) => transactionId !== null && lot.purchase === transactionId;
    if (delta > 0) {
      // What comes back to a purchase lies where it lay.
      const lot = purse.find(isOf) ?? { purchase: transactionId, credits: 0 };
      if (!purse.includes(lot)) purse.push(lot);
      lot.credits += delta;
      continue;
    }
    for (let count = 0; count < -delta; count++) {
      const lot = purse.find((one) => one.credits > 0 && (transactionId === null || isOf(one)));
      if (!lot) throw new Error('a credit was spent that is not there');
      lot.credits -= 1;
      if (kind !== 'unlock') continue;
      const chapterId = reference.split(':')[1] ?? '';
      spent.push({ purchase: lot.purchase, chapterId, at: createdAt });
    }
  }
  return spent;
}

/** Purchases with their price, and what refunds and disputes left of it. */
async function findPurchases(db: Database, until: Date) {
  const documents = (await db.select().from(invoices)).filter((one) => one.issuedAt < until);
  const opened = await db.select().from(disputes);
  const bought = await db.select().from(creditTransactions);
  return bought.flatMap(({ id, credits }) => {
    const own = documents.filter(({ transactionId }) => transactionId === id);
    const invoice = own.find(({ kind }) => kind === 'invoice');
    if (!invoice) return [];
    // The stand-in's disputes are over the whole price.
    const isHeld = opened.some(
      (one) =>
        one.transactionId === id &&
        one.openedAt < until &&
        !(one.state === 'won' && one.closedAt !== null && one.closedAt < until),
    );
    const left = (name: 'netCents' | 'vatCents') =>
      isHeld ? 0 : own.reduce((sum, one) => sum + one[name], 0);
    const [leftNet, leftVat] = [left('netCents'), left('vatCents')];
    return [{ id, credits, net: invoice.netCents, vat: invoice.vatCents, leftNet, leftVat }];
  });
}

function shareOf(
  sharing: readonly Sharing[],
  novelId: string,
  authorId: string | null,
  day: string,
): number {
  // The nearest scope that has a share by then: of its shares, the one with the latest day, the last set.
  const scopes = [
    sharing.filter((one) => one.novelId === novelId),
    sharing.filter((one) => authorId !== null && one.authorId === authorId),
    sharing.filter((one) => one.novelId === undefined && one.authorId === undefined),
  ];
  for (const scope of scopes) {
    const begun = scope
      .filter((one) => one.day <= day)
      .toSorted((a, b) => (a.day < b.day ? -1 : 1));
    const last = begun.at(-1);
    if (last) return last.basisPoints;
  }
  return 0;
}
