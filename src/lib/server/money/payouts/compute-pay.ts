import { and, asc, desc, eq, lte, sql } from 'drizzle-orm';
import { netOf, partOf, rateKinds, rateLabels } from '#shared/money/pay-lines.ts';
import type { LineKind, PayLine, RateKind, Rates } from '#shared/money/pay-lines.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { formatDay } from '#shared/site/formats.ts';
import type { Database } from '#server/core/db/database.ts';
import {
  payoutLines,
  payoutOrders,
  payouts,
  payRates,
  taxSheets,
} from '#server/core/db/schema/payouts.ts';

export type TaxSheet = typeof taxSheets.$inferSelect;

/** What an author was already paid in the calendar year, in cents: bases that count for a ceiling. */
type Before = { oldAge: number; csg: number };

type Asked = {
  gross: number;
  sheet: TaxSheet | undefined;
  rates: Rates;
  /** The day in Paris on which the bank is asked to pay: it decides rates, exemption and year. */
  day: string;
  before: Before;
  /** Whether the publisher owes VAT: only then it withholds its authors'. */
  owesVat: boolean;
};

/** What a payment is made of; or the French sentence that says why it cannot be computed. */
export type Computed = { net: number; lines: PayLine[] } | { hindrance: string };

/** Ceilings up to which a part of the gross sum bears no CSG and CRDS (art. L. 136-1-1 CSS). */
const csgCeilings = 4;

/**
 * Computes a payment: each line is its base times its rate, both rounded half up to a cent, and the net
 * is the gross sum less and plus the lines (decision 152).
 */
export function computePay({ gross, sheet, rates, day, before, owesVat }: Asked): Computed {
  if (!sheet) return { hindrance: payMessages.sheetMissing };
  const lines: PayLine[] = [];
  const add = (kind: LineKind, base: number, rate: number) =>
    lines.push({ kind, base, rate, amount: partOf(base, rate) });
  if (sheet.residence === 'abroad') {
    if (!holdsOn(sheet.abroadUntil, day)) return { hindrance: payMessages.abroadUncertain };
  } else {
    if (sheet.exemptionYear !== Number(day.slice(0, 4))) {
      add('old_age', Math.min(gross, Math.max(0, rates.ceiling - before.oldAge)), rates.old_age);
      const reduced = Math.min(gross, Math.max(0, csgCeilings * rates.ceiling - before.csg));
      const base = partOf(reduced, rates.csg_base) + gross - reduced;
      add('csg', base, rates.csg);
      add('crds', base, rates.crds);
      add('training', gross, rates.training);
    }
    // There is nothing to renounce where nothing is withheld.
    const isRenounced = sheet.vat !== 'withheld' && (!owesVat || holdsOn(sheet.vatUntil, day));
    if (!isRenounced && !owesVat) return { hindrance: payMessages.vatUncertain };
    if (!isRenounced) {
      add('vat_author', gross, rates.vat - rates.vat_treasury);
      add('vat_treasury', gross, rates.vat_treasury);
    } else if (sheet.vat === 'charged') add('vat_paid', gross, rates.vat);
  }
  add('publisher', gross, rates.publisher);
  add('publisher_training', gross, rates.publisher_training);
  const net = netOf(gross, lines);
  return net > 0 ? { net, lines } : { hindrance: payMessages.nothingLeft };
}

/** Until its last day, included. */
const holdsOn = (until: string | null, day: string): boolean => until !== null && day <= until;

/**
 * The rates in force on a day in Paris; or those that are missing. A ceiling is that of its year, and no
 * other's; the Treasury's part of the VAT is no more than the VAT.
 */
async function findRates(
  db: Database,
  day: string,
): Promise<{ rates: Rates; missing: null } | { rates: null; missing: RateKind[] }> {
  const rows = await db
    .selectDistinctOn([payRates.kind])
    .from(payRates)
    .where(lte(payRates.startsOn, day))
    .orderBy(
      asc(payRates.kind),
      desc(payRates.startsOn),
      desc(payRates.createdAt),
      desc(payRates.id),
    );
  const found: Partial<Record<RateKind, number>> = {};
  for (const { kind, value, startsOn } of rows) {
    if (kind !== 'ceiling' || startsOn.slice(0, 4) === day.slice(0, 4)) found[kind] = value;
  }
  if ((found.vat_treasury ?? 0) > (found.vat ?? 0)) delete found.vat_treasury;
  const missing = rateKinds.filter((kind) => found[kind] === undefined);
  return isWhole(found) ? { rates: found, missing: null } : { rates: null, missing };
}

const isWhole = (rates: Partial<Rates>): rates is Rates =>
  rateKinds.every((kind) => rates[kind] !== undefined);

/** Why no file for the bank can be prepared for a day. */
export const missingSentence = (missing: readonly RateKind[], day: string): string =>
  `Aucun fichier pour la banque\u00A0: pour le ${formatDay(`${day}T12:00:00Z`)}, il manque dans «\u202FTaux\u202F»\u00A0: ${missing.map((kind) => rateLabels[kind]).join(', ')}.`;

/** The sheets in force on a day in Paris, by author. */
async function findSheets(db: Database, day: string): Promise<Map<string, TaxSheet>> {
  const rows = await db
    .selectDistinctOn([taxSheets.authorId])
    .from(taxSheets)
    .where(lte(taxSheets.startsOn, day))
    .orderBy(
      asc(taxSheets.authorId),
      desc(taxSheets.startsOn),
      desc(taxSheets.createdAt),
      desc(taxSheets.id),
    );
  return new Map(rows.map((sheet) => [sheet.authorId, sheet]));
}

/** What payments of a day's calendar year have used of the ceilings, by author; a failed one has not. */
async function findBefore(db: Database, day: string): Promise<Map<string, Before>> {
  const sumOf = (
    kind: LineKind,
    cents: typeof payoutLines.baseCents | typeof payouts.amountCents,
  ) => sql<number>`coalesce(sum(${cents}) filter (where ${payoutLines.kind} = ${kind}), 0)::int`;
  const rows = await db
    .select({
      authorId: payouts.authorId,
      oldAge: sumOf('old_age', payoutLines.baseCents),
      csg: sumOf('csg', payouts.amountCents),
    })
    .from(payouts)
    .innerJoin(payoutOrders, eq(payoutOrders.id, payouts.orderId))
    .innerJoin(payoutLines, eq(payoutLines.payoutId, payouts.id))
    .where(
      and(
        sql`${payouts.state} <> 'failed'`,
        sql`extract(year from ${payoutOrders.executesOn}) = ${Number(day.slice(0, 4))}`,
      ),
    )
    .groupBy(payouts.authorId);
  return new Map(rows.map(({ authorId, ...before }) => [authorId, before]));
}

/** Computes the payment of any author for a day; or says which rates are missing. */
export async function openPayComputer(
  db: Database,
  day: string,
  owesVat: boolean,
): Promise<{
  missing: RateKind[];
  compute: (authorId: string, gross: number) => Computed;
  sheets: Map<string, TaxSheet>;
}> {
  const [{ rates, missing }, sheets, before] = [
    await findRates(db, day),
    await findSheets(db, day),
    await findBefore(db, day),
  ];
  return {
    missing: missing ?? [],
    sheets,
    compute: (authorId, gross) =>
      rates === null
        ? { hindrance: payMessages.ratesIncomplete }
        : computePay({
            gross,
            sheet: sheets.get(authorId),
            rates,
            day,
            before: before.get(authorId) ?? { oldAge: 0, csg: 0 },
            owesVat,
          }),
  };
}
