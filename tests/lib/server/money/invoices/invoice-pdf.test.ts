import { describe, expect, test } from 'vitest';
import { renderInvoicePdf } from '#server/money/invoices/invoice-pdf.ts';
import {
  invoiceDocumentSchema,
  type InvoiceDocument,
} from '#server/money/invoices/invoice-document.ts';
import { buyer, creditNote, invoice, lineOf, seller, transactionId } from './invoice-samples.ts';
import { contentOf, elements, readPdf } from './read-pdf.ts';

const read = async (document: InvoiceDocument) =>
  readPdf(await renderInvoicePdf(invoiceDocumentSchema.parse(document)));

describe('an invoice', () => {
  test('contains the legal mentions, in reading order', async () => {
    const { lines } = await read(invoice());
    expect(lines).toEqual([
      'Dupont & Fils <Éditeurs>',
      'Facture n° F2026-000123',
      'Date d’émission',
      '14 novembre 2026',
      'Date de la vente',
      '14 novembre 2026',
      'Nature de l’opération',
      'Prestation de services',
      'Vendeur',
      'Dupont & Fils <Éditeurs>',
      'Société à responsabilité limitée au capital de',
      '8 000 €',
      '1 rue du Test, 69001 Lyon, France',
      'RCS Lyon 123 456 789',
      'N° de TVA : FR12123456789',
      'contact@editions.test',
      '+33 4 11 22 33 44',
      'Client',
      'Chloé Lefèvre',
      '12 rue de l’Œuvre',
      '51000 Châlons',
      'France',
      'chloe@lectrice.test',
      'Désignation Quantité Prix unitaire HT Taux de TVA Montant HT TVA Total TTC',
      'Pack Standard : 900 crédits 1 9,47 € 5,5 % 9,47 € 0,52 € 9,99 €',
      'Total hors taxes 9,47 €',
      'TVA à 5,5 % 0,52 €',
      'Total TTC 9,99 €',
      'Paiement',
      'Payée le 14 novembre 2026 par carte bancaire. Il ne reste rien à payer.',
      `Référence de la transaction : ${transactionId}`,
      'Pas d’escompte pour paiement anticipé.',
      'Une question sur ce document ? contact@editions.test',
    ]);
  });

  test('names no unknown payment method', async () => {
    const payment = { ...invoice().payment, method: 'other' as const };
    const { lines } = await read(invoice({ payment }));
    expect(lines).toContain('Payée le 14 novembre 2026. Il ne reste rien à payer.');
  });

  test('tells a professional about late payment, and that the VAT number is not verified', async () => {
    const text = (await read(invoice({ buyer: { ...buyer, vatNumber: 'FR99999999999' } }))).lines;
    expect(text).toContain('N° de TVA déclaré : FR99999999999');
    expect(text.join(' ')).toContain('indemnité forfaitaire de 40 €');
  });

  test('states under the franchise that there is no VAT and why', async () => {
    const { lines } = await read(invoice({ lines: [lineOf(999, null)] }));
    expect(lines).toContain('TVA non applicable, art. 293 B du CGI.');
    expect(lines).toContain('Pack Standard : 900 crédits 1 9,99 € Sans TVA 9,99 € 0,00 € 9,99 €');
  });

  test('leaves no empty line for a seller without capital and VAT number', async () => {
    const association = { ...seller, legalForm: 'association', capital: null, vatNumber: null };
    const { lines } = await read(invoice({ seller: association, lines: [lineOf(999, null)] }));
    const from = lines.indexOf('Vendeur');
    expect(lines.slice(from + 2, from + 6)).toEqual([
      'Association',
      '1 rue du Test, 69001 Lyon, France',
      'RCS Lyon 123 456 789',
      'contact@editions.test',
    ]);
  });

  test('states the reason stored with the line, once', async () => {
    const line = { ...lineOf(500, 0), vatMention: 'Raison de ce jour-là' };
    const { lines } = await read(invoice({ lines: [line, line] }));
    expect(lines.filter((text) => text.includes('Raison'))).toEqual(['Raison de ce jour-là.']);
  });

  test('sums the VAT of each rate', async () => {
    const { lines } = await read(
      invoice({ lines: [lineOf(1200, 20), lineOf(999, 5.5), lineOf(600, 20)] }),
    );
    expect(lines.filter((line) => line.startsWith('T'))).toEqual([
      'Total hors taxes 24,47 €',
      'TVA à 5,5 % 0,52 €',
      'TVA à 20 % 3,00 €',
      'Total TTC 27,99 €',
    ]);
  });

  test('confirms what was ticked about immediate access', async () => {
    const givenAt = new Date('2026-11-13T23:29:00Z');
    const withdrawalConsent = { text: 'Je demande l’accès immédiat.', version: '2', givenAt };
    const { lines } = await read(invoice({ withdrawalConsent }));
    expect(lines.join(' ')).toContain(
      'Accepté le 14 novembre 2026 à 00:29, heure de Paris (version 2) : « Je demande l’accès immédiat. »',
    );
  });
});

test('a credit note names the invoice that it corrects, in negative amounts', async () => {
  const { lines } = await read(creditNote());
  expect(lines).toContain('Avoir n° A2026-000007');
  expect(lines.join(' ')).toContain('Corrige Facture n° F2026-000123 du 14 novembre 2026');
  expect(lines).toContain('Total TTC \u22123,33 €');
  expect(lines).toContain(
    'Montant rendu le 14 novembre 2026 par le moyen de paiement de l’achat : 3,33 €.',
  );
  expect(lines.join(' ')).not.toContain('escompte');
});

describe('the file', () => {
  test('is one A4 page in French that shows its title', async () => {
    const file = await read(invoice());
    expect(file).toMatchObject({
      pageCount: 1,
      pageSize: { width: 595, height: 842 },
      info: {
        Title: 'Facture n°\u00A0F2026-000123',
        Language: 'fr-FR',
        CreationDate: 'D:20261113233000Z',
      },
      author: ['Dupont & Fils <Éditeurs>'],
      isTagged: true,
      showsTitle: true,
    });
  });

  test('marks headings and cells for screen readers', async () => {
    const { structure } = await read(invoice());
    const texts = (role: string) => elements(structure, role).map(({ text }) => text);
    expect(elements(structure, 'Document')).toHaveLength(1);
    expect(texts('H1')).toEqual(['Facture n° F2026-000123']);
    expect(texts('H2')).toEqual(['Vendeur', 'Client', 'Paiement']);
    expect(texts('LI')[0]).toBe('Date d’émission 14 novembre 2026');
    const [items, totals] = elements(structure, 'Table');
    if (!items || !totals) throw new Error('Two tables are missing');
    const headers = elements(items, 'TH').map(({ scope, text }) => `${scope ?? ''}: ${text}`);
    expect(headers.slice(0, 2)).toEqual(['Column: Désignation', 'Column: Quantité']);
    expect(headers.at(-1)).toBe('Row: Pack Standard : 900 crédits');
    expect(elements(items, 'TR').map((row) => row.children.length)).toEqual([7, 7]);
    expect(elements(totals, 'TR').map(({ text }) => text)).toEqual([
      'Total hors taxes 9,47 €',
      'TVA à 5,5 % 0,52 €',
      'Total TTC 9,99 €',
    ]);
  });

  test('embeds every font', async () => {
    const bytes = Buffer.from(await renderInvoicePdf(invoice())).toString('latin1');
    const count = (pattern: RegExp) => bytes.match(pattern)?.length ?? 0;
    expect(count(/\/Subtype \/Type0\b/g)).toBeGreaterThanOrEqual(3);
    expect(count(/\/FontFile2 /g)).toBe(count(/\/Subtype \/Type0\b/g));
    expect(count(/\/Subtype \/(?:Type1|TrueType)\b/g)).toBe(0);
  });

  test('is the same for the same document, whatever was drawn before', async () => {
    const first = await renderInvoicePdf(invoice());
    await renderInvoicePdf(invoice({ buyer: { ...buyer, fullName: 'Ελένη Щукина Nguyễn' } }));
    expect(Buffer.compare(await renderInvoicePdf(invoice()), first)).toBe(0);
    expect(Buffer.compare(await renderInvoicePdf(creditNote()), first)).not.toBe(0);
  });
});

describe('a name', () => {
  test.each([
    ['Łukasz Żółć'],
    ['Øyvind Œuvrard-Đorđević'],
    ['Ελένη Παπαδοπούλου'],
    ['Юлия Щукина'],
    ['Nguyễn Thị Hồng'],
    ['Jean « Jeannot » d’Aÿ'],
  ])('is written as it is: %s', async (fullName) => {
    expect((await read(invoice({ buyer: { ...buyer, fullName } }))).lines).toContain(fullName);
  });

  test('typed with combining accents is written composed', async () => {
    const fullName = 'Chloé Lefèvre'.normalize('NFD');
    const { lines } = await read(invoice({ buyer: { ...buyer, fullName } }));
    expect(lines).toContain('Chloé Lefèvre');
  });

  test('that no font has shows a placeholder for each character, and can still be copied', async () => {
    const document = invoice({ buyer: { ...buyer, fullName: '太郎 🐈' } });
    const bytes = await renderInvoicePdf(document);
    expect((await readPdf(bytes)).lines).toContain('�� �');
    const utf16 = Buffer.from('太郎', 'utf16le').swap16().toString('latin1');
    expect(contentOf(bytes)).toContain(`/ActualText (\u00FE\u00FF${utf16})`);
  });

  test('cannot reverse or break the line', async () => {
    const fullName = 'A\u202Ezed\u200B\nB\u0007C';
    expect((await read(invoice({ buyer: { ...buyer, fullName } }))).lines).toContain('Azed B C');
  });
});

describe('the longest texts', () => {
  const wide = (length: number) => 'W'.repeat(length);
  const longest = {
    fullName: wide(100),
    email: `${wide(88)}@exemple.test`.slice(0, 100),
    address: wide(200),
    city: wide(50),
    postalCode: wide(10),
    country: 'Belgique',
    vatNumber: wide(20),
  } as const;

  test('of the billing form fit on the page, complete', async () => {
    const label = 'Pack au nom très long '.repeat(9).trim();
    const { pageCount, extent, lines } = await read(
      invoice({
        buyer: longest,
        lines: [{ ...lineOf(4500, 20), label }],
        withdrawalConsent: { text: 'Je demande '.repeat(60), version: '1', givenAt: new Date(0) },
      }),
    );
    expect(pageCount).toBe(1);
    expect(extent.left).toBeGreaterThan(50);
    expect(extent.right).toBeLessThan(541);
    expect(extent.bottom).toBeGreaterThan(40);
    expect(extent.smallestSize).toBeGreaterThan(6);
    const letters = lines.join('').match(/W/g)?.length;
    expect(letters).toBe(100 + 88 + 200 + 50 + 10 + 20);
  });

  test('of a publisher and ten lines are drawn smaller, on one page', async () => {
    const { pageCount, extent } = await read(
      invoice({
        seller: { ...seller, name: 'Éditions '.repeat(20), address: 'rue du Test '.repeat(40) },
        buyer: longest,
        lines: Array.from({ length: 10 }, () => lineOf(4500, 20)),
      }),
    );
    expect(pageCount).toBe(1);
    expect(extent.bottom).toBeGreaterThan(40);
    expect(extent.smallestSize).toBeLessThan(8);
  });
});
