import { describe, expect, test } from 'vitest';
import { invoiceDocumentSchema } from '#server/money/invoices/invoice-document.ts';
import { buyer, creditNote, invoice, lineOf } from './invoice-samples.ts';

const accepts = (document: unknown) => invoiceDocumentSchema.safeParse(document).success;

describe('a document', () => {
  test.each([
    ['an invoice', invoice()],
    ['a credit note', creditNote()],
    ['the franchise', invoice({ lines: [lineOf(999, null)] })],
    ['a rate of nil', invoice({ lines: [lineOf(999, 0)] })],
    ['two rates', invoice({ lines: [lineOf(999, 5.5), lineOf(500, 20)] })],
  ])('may be %s', (_, document) => {
    // As the database returns it.
    const lines: unknown = JSON.parse(JSON.stringify(document.lines));
    expect(invoiceDocumentSchema.parse({ ...document, lines })).toEqual(document);
  });

  test.each([
    ['whose lines do not add up', { ...invoice(), totalCents: 1000, netCents: 948 }],
    ['with a negative invoice', invoice({ lines: [lineOf(-999, 5.5)] })],
    ['with a positive credit note', creditNote({ lines: [lineOf(333, 5.5)] })],
    ['that corrects nothing', { ...creditNote(), corrects: undefined }],
    ['with an invoice that corrects', { ...creditNote(), kind: 'invoice' }],
    ['without lines', invoice({ lines: [] })],
    ['whose line does not add up', invoice({ lines: [{ ...lineOf(999, 20), netCents: 800 }] })],
    ['without VAT nor mention', invoice({ lines: [{ ...lineOf(999, null), vatMention: null }] })],
    ['with VAT and a mention', invoice({ lines: [{ ...lineOf(999, 20), vatMention: 'Sans' }] })],
    [
      'with VAT at no rate',
      invoice({ lines: [{ ...lineOf(999, 0), netCents: 900, vatCents: 99 }] }),
    ],
    ['in fractions of a cent', invoice({ lines: [lineOf(999, 5.5)], netCents: 946.5 })],
    ['with an unknown country', { ...invoice(), buyer: { ...buyer, country: 'Atlantide' } }],
    ['to nobody', invoice({ buyer: { ...buyer, fullName: '  ' } })],
    ['with markup in its number', invoice({ number: '<b>1</b>' })],
  ])('is refused %s', (_, document) => {
    expect(accepts(document)).toBe(false);
  });
});
