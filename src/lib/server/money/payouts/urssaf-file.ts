import { and, asc, eq, gte, lt } from 'drizzle-orm';
import { withheldKinds, type LineKind } from '#shared/money/pay-lines.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { regimeWords } from '#shared/money/tax-sheet-words.ts';
import { parisDay } from '#shared/site/formats.ts';
import { csvHead, csvLine } from '#server/core/csv.ts';
import type { App } from '#server/app.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { payoutOrders, payouts, taxSheets } from '#server/core/db/schema/payouts.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { monthAfter } from '../earnings/paris-month.ts';
import type { TaxSheet } from './compute-pay.ts';
import { findLines } from './payout-lines.ts';

const amounts = ['old_age', 'csg', 'crds', 'training', 'publisher', 'publisher_training'] as const;
const head = [
  'Trimestre',
  'Auteur',
  'Numéro de sécurité sociale',
  'Régime',
  'Brut',
  'Base vieillesse plafonnée',
  'Base CSG et CRDS',
  'Vieillesse plafonnée',
  'CSG',
  'CRDS',
  'Formation',
  'Contribution du diffuseur',
  'Formation du diffuseur',
  'Précompté',
];

/**
 * What was paid in a quarter, as `2026-T4`, and what is declared of it to the Urssaf: a row for each
 * author and regime, then the totals, in euros. A payment's day is the one asked of the bank. A quarter
 * that is not over is named as that; 409 `PAYOUT_REFUSED` while it is not known of a payment whether the
 * bank made it. What was paid gross, before decision 152, is named as that.
 */
export async function writeUrssafFile(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  quarter: string,
): Promise<string | Refusal> {
  const [year = '', place = ''] = quarter.split('-T');
  const last = `${year}-${String(Number(place) * 3).padStart(2, '0')}`;
  const from = `${year}-${String(Number(place) * 3 - 2).padStart(2, '0')}-01`;
  const end = `${monthAfter(last)}-01`;
  const isWithin = and(gte(payoutOrders.executesOn, from), lt(payoutOrders.executesOn, end));
  const found = await db
    .select({ payout: payouts, sheet: taxSheets })
    .from(payouts)
    .innerJoin(payoutOrders, eq(payoutOrders.id, payouts.orderId))
    .leftJoin(taxSheets, eq(taxSheets.id, payouts.sheetId))
    .where(isWithin)
    .orderBy(inFrench(payouts.holderName), asc(payouts.authorId), asc(payoutOrders.createdAt));
  if (found.some(({ payout }) => payout.state === 'ordered')) {
    return refuse('PAYOUT_REFUSED', payMessages.quarterOpen);
  }
  const paid = found.filter(({ payout }) => payout.state === 'paid');
  const linesOf = await findLines(
    db,
    paid.map(({ payout }) => payout.id),
  );
  const cellsOf = (rows: typeof paid) => {
    const lines = rows.flatMap(({ payout }) => linesOf(payout.id));
    const sum = (kinds: readonly LineKind[], name: 'base' | 'amount') => ({
      cents: lines.reduce((cents, line) => cents + (kinds.includes(line.kind) ? line[name] : 0), 0),
    });
    return [
      { cents: rows.reduce((cents, { payout }) => cents + payout.amountCents, 0) },
      sum(['old_age'], 'base'),
      sum(['csg'], 'base'),
      ...amounts.map((kind) => sum([kind], 'amount')),
      sum(withheldKinds, 'amount'),
    ];
  };
  const named = parisDay(clock.now()) < end ? `${quarter} (en cours)` : quarter;
  // What an author was paid in another regime, or gross, has a row of its own.
  const groups = Map.groupBy(paid, ({ payout, sheet }) => `${payout.authorId} ${regimeOf(sheet)}`);
  return [
    csvHead(head),
    ...[...groups.values()].map((rows) => {
      const { payout, sheet } = rows.at(-1) ?? {};
      const who = sheet
        ? [sheet.legalName, sheet.socialSecurityNumber]
        : [payout?.holderName ?? '', null];
      return csvLine([named, ...who, regimeOf(sheet ?? null), ...cellsOf(rows)]);
    }),
    csvLine([named, 'Total', null, null, ...cellsOf(paid)]),
  ].join('');
}

/** As it is declared: who lives abroad has none of the French regimes. */
function regimeOf(sheet: TaxSheet | null): string {
  if (!sheet) return 'payé brut, rien n’a été précompté';
  return sheet.residence === 'abroad' ? 'À l’étranger' : regimeWords(sheet);
}
