import { expect, test } from 'vitest';
import { renderStatementPdf } from '#server/money/earnings/statement-pdf.ts';
import { seller } from '../invoices/invoice-samples.ts';
import { readPdf } from '../invoices/read-pdf.ts';

test('a statement’s VAT is that of sales, refunds and disputes', async () => {
  const line = {
    novelId: '019a0000-0000-7000-8000-000000000001',
    novelTitle: 'Le Phare',
    basisPoints: 5000,
    paidCredits: 150,
    freeCredits: 0,
    spentNet: 236,
    spentVat: 13,
    carriedNet: -100,
    carriedVat: -6,
    due: 68,
  };
  const statement = {
    month: '2026-09',
    closedAt: '2026-10-01T01:00:00.000Z',
    lines: [line],
    brought: 0,
    earned: 68,
    paid: 0,
    balance: 68,
  };
  const pdf = await readPdf(await renderStatementPdf(statement, { seller, authorName: 'Léa' }));
  expect(pdf.lines.join(' ')).toMatch(/Le Phare 150 2,36 € [-−]1,00 € 0,07 € 50 % 0,68 €/);
});
