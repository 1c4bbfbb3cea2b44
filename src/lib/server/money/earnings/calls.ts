import { eq } from 'drizzle-orm';
import {
  closePayMonth,
  setShare as setShareCall,
  getStatementFile,
  listStatements,
  seeStatement,
  type StatementBody,
} from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { isSignInFresh, requirePower, requireUser } from '#server/people/identity/guards.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { App } from '#server/app.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { earningShares } from '#server/core/db/schema/earnings.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { csvHead, csvLine, type CsvValue } from '#server/core/csv.ts';
import { closeMonth } from './close-month.ts';
import { findStatementNames, readStatements, readOwnPay } from './read-statements.ts';
import * as statements from './read-statements.ts';
import { renderStatementPdf } from './statement-pdf.ts';
import type { Share } from './shares.ts';

export const calls = [
  endpoint(closePayMonth, requirePower('moveMoney'), async ({ app, caller, body }) => {
    const closed = await closeMonth(app, body.month, caller.user.id);
    if (closed === 'early') return refuse('PAYOUT_REFUSED', payMessages.monthEarly);
    if (closed === 'order') return refuse('PAYOUT_REFUSED', payMessages.monthOrder);
    return { done: true as const };
  }),

  endpoint(setShareCall, requirePower('moveMoney'), async ({ app, caller, body }) => {
    const refusal = await setShare(app, body, caller.user.id);
    return refusal ?? { done: true as const };
  }),

  endpoint(getStatementFile, requireUser, async (input) => {
    const { app, caller, params, query } = input;
    const [statement] = await readStatements(app.db, caller.user.id, params.month);
    if (!statement) return refuse('NOT_FOUND', payMessages.statementMissing);
    const name = `releve_${params.month}`;
    if (query.format === 'csv') {
      const file = Buffer.from(statementCsv(statement));
      return { file, type: 'text/csv; charset=utf-8', name: `${name}.csv` };
    }
    const names = await findStatementNames(app.db, caller.user.id, params.month);
    const file = await renderStatementPdf(statement, names);
    return { file, type: 'application/pdf', name: `${name}.pdf` };
  }),

  endpoint(listStatements, requireUser, async ({ app, caller }) => ({
    ...(await readOwnPay(app, caller.user)),
    mayChangeAccount: await isSignInFresh(app, caller.sessionId),
  })),

  endpoint(seeStatement, requireUser, async ({ app, caller, body }) => {
    await statements.seeStatement(app.db, caller.user.id, body.month);
    return {};
  }),
];

/**
 * Sets a share from a day on; for a day gone by it corrects the next month. Of two that begin on one
 * day the later set counts. 404 for an unknown novel or author.
 * @param setBy the admin; null for the command.
 */
export async function setShare(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  share: Share,
  setBy: string | null,
): Promise<Refusal | null> {
  const { novelId, authorId } = share;
  const isKnown =
    (novelId === null || (await db.$count(novels, eq(novels.id, novelId))) > 0) &&
    (authorId === null || (await db.$count(users, eq(users.id, authorId))) > 0);
  if (!isKnown) return refuse('NOT_FOUND', payMessages.shareScope);
  await db.insert(earningShares).values({ ...share, setBy, createdAt: clock.now() });
  return null;
}

/** A statement as a table: a line for each novel, then the account. Euros. */
function statementCsv(statement: StatementBody): string {
  const { month, lines, brought, earned, paid, balance } = statement;
  const head = [
    'Mois',
    'Roman',
    'Crédits achetés dépensés',
    'Crédits offerts dépensés',
    'Ventes hors TVA',
    'TVA de ces ventes',
    'Remboursements et contestations hors TVA',
    'TVA de ceux-ci',
    'Part (%)',
    'À vous',
  ];
  return [
    csvHead(head),
    ...lines.map((line) =>
      csvLine([
        month,
        line.novelTitle,
        line.paidCredits,
        line.freeCredits,
        ...[line.spentNet, line.spentVat, line.carriedNet, line.carriedVat].map(inEuros),
        // Hundredths of a percent are written as cents are.
        ...[line.basisPoints, line.due].map(inEuros),
      ]),
    ),
    csvLine(['', '', '', '', '', '', '', '', '', '']),
    ...[
      ['Solde du relevé précédent', brought],
      ['Gagné ce mois', earned],
      ['Payé depuis', -paid],
      ['Solde', balance],
    ].map(([label, cents]) =>
      csvLine([month, String(label), '', '', '', '', '', '', '', inEuros(Number(cents))]),
    ),
  ].join('');
}

const inEuros = (cents: number): CsvValue => ({ cents });
