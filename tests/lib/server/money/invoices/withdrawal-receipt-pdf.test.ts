import { expect, test } from 'vitest';
import { renderWithdrawalReceiptPdf } from '#server/money/invoices/withdrawal-receipt-pdf.ts';
import { withdrawalReceiptSchema } from '#server/money/invoices/withdrawal-receipt.ts';
import { receipt, transactionId } from './invoice-samples.ts';
import { elements, readPdf } from './read-pdf.ts';

const render = () => renderWithdrawalReceiptPdf(withdrawalReceiptSchema.parse(receipt));

test('states what was declared, when in Paris, and what follows', async () => {
  const { lines } = await readPdf(await render());
  const text = lines.join(' ');
  expect(lines).toContain('Accusé de réception de votre rétractation');
  expect(text).toContain('Déclaration reçue le 21 octobre 2026 à 00:15 (heure de Paris)');
  expect(text).toContain(`Référence de la rétractation ${receipt.reference}`);
  expect(lines).toContain('Dupont & Fils <Éditeurs>');
  expect(lines).toContain('Chloé Lefèvre');
  expect(lines).toContain('chloe@lectrice.test');
  expect(lines).toContain('Achat Pack Standard, 900 crédits');
  expect(lines).toContain('Date de l’achat 19 octobre 2026');
  expect(lines).toContain('Prix payé 9,99 €');
  expect(lines).toContain(`Référence de la transaction ${transactionId}`);
  expect(lines).toContain('Crédits non dépensés 300 crédits');
  expect(lines).toContain('Remboursement 3,33 €');
  // Fourteen days later, across the end of summer time.
  expect(text).toContain('au plus tard le 4 novembre 2026');
});

test('is one tagged page in French, the same for the same withdrawal', async () => {
  const bytes = await render();
  const file = await readPdf(bytes);
  expect(file).toMatchObject({ pageCount: 1, isTagged: true, info: { Language: 'fr-FR' } });
  expect(elements(file.structure, 'H1').map(({ text }) => text)).toEqual([
    'Accusé de réception de votre rétractation',
  ]);
  expect(Buffer.compare(await render(), bytes)).toBe(0);
});

test('requires unspent credits', () => {
  expect(withdrawalReceiptSchema.safeParse({ ...receipt, unspentCredits: 0 }).success).toBe(false);
});
