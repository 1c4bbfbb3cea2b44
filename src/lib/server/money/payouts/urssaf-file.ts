import { and, asc, eq, gte, lt } from 'drizzle-orm';
import { withheldKinds, type LineKind } from '#shared/money/pay-lines.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { regimeWords } from '#shared/money/tax-sheet-words.ts';
import { csvHead, csvLine } from '#server/core/csv.ts';
import type { Database } from '#server/core/db/database.ts';
import { inFrench } from '#server/core/db/schema/columns.ts';
import { payoutOrders, payouts, taxSheets } from '#server/core/db/schema/payouts.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { monthAfter } from '../earnings/paris-month.ts';
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
 * author, then the totals, in euros. A payment's day is the one asked of the bank. 409 `PAYOUT_REFUSED`
 * while it is not known of one whether the bank has paid it. What was paid gross, before decision 152, is
 * named as that.
 */
export async function writeUrssafFile(db: Database, quarter: string): Promise<string | Refusal> {
  const [year = '', place = ''] = quarter.split('-T');
  const last = `${year}-${String(Number(place) * 3).padStart(2, '0')}`;
  const from = `${year}-${String(Number(place) * 3 - 2).padStart(2, '0')}-01`;
  const isWithin = and(
    gte(payoutOrders.executesOn, from),
    lt(payoutOrders.executesOn, `${monthAfter(last)}-01`),
  );
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
  // What an author was paid gross has a row of its own.
  const groups = Map.groupBy(paid, ({ payout, sheet }) => `${payout.authorId} ${sheet !== null}`);
  return [
    csvHead(head),
    ...[...groups.values()].map((rows) => {
      const { payout, sheet } = rows.at(-1) ?? {};
      const named = sheet
        ? [sheet.legalName, sheet.socialSecurityNumber, regimeWords(sheet)]
        : [payout?.holderName ?? '', null, 'payé brut, rien n’a été précompté'];
      return csvLine([quarter, ...named, ...cellsOf(rows)]);
    }),
    csvLine([quarter, 'Total', null, null, ...cellsOf(paid)]),
  ].join('');
}
