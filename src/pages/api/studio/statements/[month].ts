import { getStatementFile } from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/pay-messages.ts';
import { findStatementNames, readStatements } from '#server/earnings/read-statements.ts';
import { statementCsv } from '#server/earnings/statement-csv.ts';
import { renderStatementPdf } from '#server/earnings/statement-pdf.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const GET = endpoint(getStatementFile, requireUser, async (input) => {
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
});
