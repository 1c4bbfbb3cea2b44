import {
  closePayMonth,
  setShare as setShareCall,
  getStatementFile,
  listStatements,
  seeStatement,
} from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { closeMonth } from './close-month.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireRole, requireUser } from '#server/people/identity/guards.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { setShare } from './set-share.ts';
import * as statements from './read-statements.ts';
import { findStatementNames, readStatements, readOwnPay } from './read-statements.ts';
import { statementCsv } from './statement-csv.ts';
import { renderStatementPdf } from './statement-pdf.ts';

export const calls = [
  endpoint(closePayMonth, requireRole('admin'), async ({ app, body }) => {
    const closed = await closeMonth(app, body.month);
    if (closed === 'early') return refuse('PAYOUT_REFUSED', payMessages.monthEarly);
    if (closed === 'order') return refuse('PAYOUT_REFUSED', payMessages.monthOrder);
    return { done: true as const };
  }),

  endpoint(setShareCall, requireRole('admin'), async ({ app, caller, body }) => {
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

  endpoint(listStatements, requireUser, ({ app, caller }) => readOwnPay(app.db, caller.user)),

  endpoint(seeStatement, requireUser, async ({ app, caller, body }) => {
    await statements.seeStatement(app.db, caller.user.id, body.month);
    return {};
  }),
];
