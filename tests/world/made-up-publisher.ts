import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { seededRandom } from '#shared/text/seeded-random.ts';
import type { Database } from '#server/core/db/database.ts';
import { balanceLines, stripePayouts } from '#server/core/db/schema/books.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { creditTransactions, ledgerEntries } from '#server/core/db/schema/money.ts';
import { creditNoteAmounts, splitVat } from '#server/money/invoices/issue-invoice.ts';
import { invoiceNumber } from '#server/money/invoices/invoice-number.ts';

/** What a month of a made-up publisher comes to, added up while it is made. */
export type Told = {
  soldCents: number;
  vatCents: number;
  notedCents: number;
  feeCents: number;
  disputedCents: number;
  /** Net of VAT, of the purchases whose dispute was lost. */
  lostNetCents: number;
  paidOutCents: number;
  /** Credits of readers at the end, and the net price of those that were bought. */
  unspentCredits: number;
  unspentNetCents: number;
  givenCredits: number;
  elsewhereCents: number;
};

const packs = [
  { name: 'Pack Basique', credits: 300, cents: 499 },
  { name: 'Pack Standard', credits: 900, cents: 999 },
  { name: 'Pack Premium', credits: 2000, cents: 1499 },
];
const countries = [
  { country: 'France', rate: 5.5 },
  { country: 'Belgique', rate: 5.5 },
  { country: 'Suisse', rate: 0 },
  { country: 'Canada', rate: 0 },
  { country: 'Autre', countryCode: 'DE', rate: 5.5 },
];
const dayMs = 86_400_000;
const chunk = 1_000;

type Rows = {
  sales: (typeof creditTransactions.$inferInsert & { id: string })[];
  entries: (typeof ledgerEntries.$inferInsert)[];
  documents: (typeof invoices.$inferInsert)[];
  lines: (typeof balanceLines.$inferInsert & { createdAt: Date })[];
  payouts: (typeof stripePayouts.$inferInsert)[];
};
type Reader = { id: string; balance: number; lots: Lot[] };
/** What is left of a purchase, or of a gift (`of` 0); nobody spends what is frozen. */
type Lot = { net: number; of: number; left: number; isFrozen: boolean };

/**
 * October 2026 in the tables, as the program would have left them: readers, purchases, unlocks, credit
 * notes, disputes, Stripe's lines and daily payouts, another product's sales among them. A purchase is
 * spent, refunded or disputed before its reader buys again. Always the same for a seed.
 */
export async function addMadeUpMonth(
  db: Database,
  { readers, purchases }: { readers: number; purchases: number },
): Promise<Told> {
  const random = seededRandom('un éditeur inventé');
  const below = (most: number) => Math.floor(random() * most);
  const one = <Value>(values: readonly Value[]) => values[below(values.length)] as Value;
  const people: Reader[] = Array.from({ length: readers }, () => ({
    id: uuidv7(),
    balance: 0,
    lots: [],
  }));
  const rows: Rows = { sales: [], entries: [], documents: [], lines: [], payouts: [] };
  const told: Told = {
    soldCents: 0,
    vatCents: 0,
    notedCents: 0,
    feeCents: 0,
    disputedCents: 0,
    lostNetCents: 0,
    paidOutCents: 0,
    unspentCredits: 0,
    unspentNetCents: 0,
    givenCredits: 0,
    elsewhereCents: 0,
  };
  const start = Date.parse('2026-09-30T22:00:00Z');
  const lengthMs = Date.parse('2026-10-31T22:30:00Z') - start;

  const move = (
    reader: Reader,
    entry: Pick<(typeof rows.entries)[number], 'delta' | 'kind' | 'reference' | 'transactionId'>,
    createdAt: Date,
  ) => {
    reader.balance += entry.delta;
    rows.entries.push({ ...entry, userId: reader.id, balanceAfter: reader.balance, createdAt });
  };
  const line = (
    about: Pick<(typeof rows.lines)[number], 'category' | 'sourceId' | 'paymentIntentId'>,
    [amountCents, feeCents]: [number, number],
    createdAt: Date,
  ) => {
    const id = `txn_${rows.lines.length}`;
    const netCents = amountCents - feeCents;
    rows.lines.push({ ...about, id, amountCents, feeCents, netCents, currency: 'eur', createdAt });
  };
  let notes = 0;

  for (let nth = 1; nth <= purchases; nth += 1) {
    const reader = one(people);
    const pack = one(packs);
    const { rate, ...country } = one(countries);
    const at = new Date(start + Math.floor((nth * lengthMs) / (purchases + 1)));
    const soon = new Date(at.getTime() + 1000);
    const [id, invoiceId, pi] = [uuidv7(), uuidv7(), `pi_${nth}`];
    const buyer = { ...country, ...(below(50) === 0 && { vatNumber: 'FR00000000000' }) };
    rows.sales.push({
      id,
      userId: reader.id,
      planId: pack.name,
      packName: pack.name,
      credits: pack.credits,
      amountCents: pack.cents,
      status: 'completed',
      billing: buyer,
      stripePaymentIntentId: pi,
      createdAt: at,
      completedAt: at,
    });
    move(reader, { delta: pack.credits, kind: 'purchase', reference: id, transactionId: id }, at);
    const amounts = splitVat(pack.cents, rate);
    const document = { transactionId: id, seller: {}, buyer, year: 2026 };
    const lineOf = [{ vatRatePercent: rate }];
    const number = invoiceNumber({ kind: 'invoice', year: 2026, sequence: nth });
    const invoice = { ...document, id: invoiceId, kind: 'invoice' as const, sequence: nth, number };
    rows.documents.push({ ...invoice, lines: lineOf, ...amounts, issuedAt: at });
    const feeCents = Math.round(pack.cents * 0.015) + 25;
    const charge = { category: 'charge', sourceId: `ch_${nth}`, paymentIntentId: pi };
    line(charge, [pack.cents, feeCents], at);
    told.soldCents += amounts.totalCents;
    told.vatCents += amounts.vatCents;
    told.feeCents += feeCents;
    if (['Belgique', 'Autre'].includes(country.country)) told.elsewhereCents += amounts.totalCents;

    const fate = below(100);
    const lot: Lot = {
      net: amounts.netCents,
      of: pack.credits,
      left: pack.credits,
      isFrozen: false,
    };
    reader.lots.push(lot);
    let spent = 0;
    if (fate < 6) {
      // Half of them in full; the share of the credits that is unspent goes.
      const cents = fate < 3 ? pack.cents : Math.floor(pack.cents / 3);
      const taken = Math.floor((pack.credits * cents) / pack.cents);
      lot.left -= taken;
      move(
        reader,
        { delta: -taken, kind: 'refund', reference: `re_${nth}`, transactionId: id },
        soon,
      );
      notes += 1;
      const note = creditNoteAmounts(amounts, { netCents: 0, vatCents: 0, totalCents: 0 }, cents);
      rows.documents.push({
        ...document,
        kind: 'credit_note',
        sequence: notes,
        number: invoiceNumber({ kind: 'credit_note', year: 2026, sequence: notes }),
        invoiceId,
        refundReference: `re_${nth}`,
        lines: lineOf,
        ...note,
        issuedAt: soon,
      });
      line({ category: 'refund', sourceId: `re_${nth}`, paymentIntentId: pi }, [-cents, 0], soon);
      told.notedCents -= note.totalCents;
      told.vatCents += note.vatCents;
      if (['Belgique', 'Autre'].includes(country.country)) told.elsewhereCents += note.totalCents;
    } else if (fate < 8) {
      // Open, lost or won: all of it is frozen, and taken or given back.
      const dispute = { reference: `du_${nth}`, transactionId: id };
      const about = { sourceId: `du_${nth}`, paymentIntentId: pi };
      move(reader, { delta: -pack.credits, kind: 'dispute_freeze', ...dispute }, soon);
      line({ ...about, category: 'dispute' }, [-pack.cents, 2000], soon);
      told.feeCents += 2000;
      told.disputedCents += pack.cents;
      const end = below(3);
      if (end > 0) move(reader, { delta: pack.credits, kind: 'dispute_release', ...dispute }, soon);
      if (end === 1) move(reader, { delta: -pack.credits, kind: 'dispute', ...dispute }, soon);
      if (end === 2) {
        line({ ...about, category: 'dispute_reversal' }, [pack.cents, 0], soon);
        told.disputedCents -= pack.cents;
      }
      lot.isFrozen = end === 0;
      if (end === 1) {
        lot.left = 0;
        told.lostNetCents += amounts.netCents;
      }
    } else if (fate < 10) {
      const given = { kind: 'adjustment' as const, reference: `don-${nth}` };
      move(reader, { delta: 50, ...given }, soon);
      reader.lots.push({ net: 0, of: 0, left: 50, isFrozen: false });
      move(reader, { delta: -20, kind: 'unlock', reference: `${nth}:don` }, soon);
      spent = 20;
    }
    const more = fate >= 8 && fate < 70 ? Math.min(reader.balance, below(pack.credits)) : 0;
    if (more > 0) move(reader, { delta: -more, kind: 'unlock', reference: `${nth}:un` }, soon);
    spent += more;
    // The oldest first.
    for (const one of reader.lots) {
      const part = one.isFrozen ? 0 : Math.min(one.left, spent);
      one.left -= part;
      spent -= part;
    }
    if (nth % 500 === 0) {
      line({ category: 'charge', sourceId: `ch_x${nth}`, paymentIntentId: 'pi_x' }, [1900, 54], at);
      line({ category: 'fee', sourceId: null, paymentIntentId: null }, [-200, 0], at);
      told.feeCents += 200;
    }
  }
  for (const { lots, balance } of people) {
    told.unspentCredits += balance;
    for (const { net, of, left } of lots) {
      if (of === 0) told.givenCredits += left;
      else told.unspentNetCents += Math.round((net * left) / of);
    }
  }
  addPayouts(rows, told);
  await insertAll(db, rows, people);
  return told;
}

/** All that moved on a day in UTC is paid out two days later. */
function addPayouts({ lines, payouts }: Rows, told: Told): void {
  const moved = Map.groupBy(lines, ({ createdAt }) => createdAt.toISOString().slice(0, 10));
  for (const [day, ofDay] of moved) {
    const id = `po_${day}`;
    const amountCents = ofDay.reduce((sum, { netCents }) => sum + netCents, 0);
    const createdAt = new Date(Date.parse(day) + dayMs);
    const arrivesOn = new Date(Date.parse(day) + 2 * dayMs).toISOString().slice(0, 10);
    const state = { status: 'paid', isAutomatic: true, isComplete: true };
    payouts.push({ id, amountCents, currency: 'eur', arrivesOn, createdAt, ...state });
    for (const line of ofDay) line.payoutId = id;
    lines.push({
      id: `txn_${id}`,
      category: 'payout',
      amountCents: -amountCents,
      feeCents: 0,
      netCents: -amountCents,
      currency: 'eur',
      sourceId: id,
      payoutId: id,
      createdAt,
    });
    told.paidOutCents += amountCents;
  }
}

async function insertAll(db: Database, rows: Rows, people: readonly Reader[]): Promise<void> {
  const persons = JSON.stringify(people.map(({ id, balance }) => ({ id, balance })));
  await db.execute(sql`insert into users (id, name, credits)
    select id, 'Lecteur', balance from jsonb_to_recordset(${persons}::jsonb) as (id uuid, balance int)`);
  const parts = <Row>(all: readonly Row[]) =>
    Array.from({ length: Math.ceil(all.length / chunk) }, (_, at) =>
      all.slice(at * chunk, (at + 1) * chunk),
    );
  for (const part of parts(rows.sales)) await db.insert(creditTransactions).values(part);
  for (const part of parts(rows.entries)) await db.insert(ledgerEntries).values(part);
  for (const part of parts(rows.documents)) await db.insert(invoices).values(part);
  for (const part of parts(rows.payouts)) await db.insert(stripePayouts).values(part);
  for (const part of parts(rows.lines)) await db.insert(balanceLines).values(part);
}
