import {
  formatDay,
  formatEuros,
  formatPercent,
  formatCount,
  formatInstant,
} from '#shared/site/formats.ts';
import type { InvoiceDocument, InvoiceLine } from './invoice-document.ts';
import { writeFacts, writeFoot, writeParties, writeSection, writeTitle } from './pdf-letterhead.ts';
import { colors, renderPage, styles, type Page } from './pdf-page.ts';
import { writeRows, writeTable, type Column, type Row } from './pdf-table.ts';

const columns: readonly Column[] = [
  { header: 'Désignation', widthPoints: 139 },
  { header: 'Quantité', widthPoints: 46, align: 'right' },
  { header: 'Prix unitaire HT', widthPoints: 74, align: 'right' },
  { header: 'Taux de TVA', widthPoints: 58, align: 'right' },
  { header: 'Montant HT', widthPoints: 60, align: 'right' },
  { header: 'TVA', widthPoints: 54, align: 'right' },
  { header: 'Total TTC', widthPoints: 52, align: 'right' },
];

/** Draws an invoice or a credit note as a PDF of one page; the same document, the same bytes. */
export function renderInvoicePdf(document: InvoiceDocument): Promise<Uint8Array> {
  const title = `${document.kind === 'invoice' ? 'Facture' : 'Avoir'} n°\u00A0${document.number}`;
  const info = { title, author: document.seller.name, createdAt: document.issuedAt };
  return renderPage(info, (page) => {
    let y = writeTitle(page, document.seller, title);
    y = writeFacts(page, y, factsOf(document)) + page.scaled(20);
    y = writeParties(page, y, document.seller, document.buyer) + page.scaled(26);
    y = writeTable(page, y, columns, document.lines.map(cellsOf)) + page.scaled(12);
    y = writeTotals(page, y, document) + page.scaled(22);
    const kind = document.kind === 'invoice' ? 'Paiement' : 'Remboursement';
    y = writeSection(page, y, kind, paymentMentions(document));
    for (const [heading, sentences] of [
      ['TVA', vatMentions(document)],
      ['Accès immédiat et rétractation', consentMentions(document)],
    ] as const) {
      if (sentences.length > 0) y = writeSection(page, y + page.scaled(10), heading, sentences);
    }
    return writeFoot(page, y, `Une question sur ce document\u00A0? ${document.seller.email}`);
  });
}

function factsOf(document: InvoiceDocument) {
  const issued = { label: 'Date d’émission', value: formatDay(document.issuedAt) };
  const nature = { label: 'Nature de l’opération', value: 'Prestation de services' };
  if (document.kind === 'invoice') {
    const sold = { label: 'Date de la vente', value: formatDay(document.payment.paidAt) };
    return [issued, sold, nature];
  }
  const { number, issuedAt } = document.corrects;
  const value = `Facture n°\u00A0${number} du ${formatDay(issuedAt)}`;
  return [issued, { label: 'Corrige', value }, nature];
}

function cellsOf(line: InvoiceLine): string[] {
  return [
    line.label,
    formatCount(line.quantity),
    formatEuros(line.netCents / line.quantity),
    line.vatRatePercent === null ? 'Sans TVA' : formatPercent(line.vatRatePercent),
    formatEuros(line.netCents),
    formatEuros(line.vatCents),
    formatEuros(line.totalCents),
  ];
}

function writeTotals(page: Page, y: number, document: InvoiceDocument): number {
  const box = { labelPoints: 130, valuePoints: 80, align: 'right' } as const;
  const x = page.left + page.widthPoints - box.labelPoints - box.valuePoints;
  const rows: Row[] = [
    { label: 'Total hors taxes', value: formatEuros(document.netCents) },
    ...vatRows(document.lines),
  ];
  const middle = writeRows(page, { ...box, x, y }, [
    ...rows,
    { label: 'Total TTC', value: formatEuros(document.totalCents), style: styles.total },
  ]);
  const widthPoints = box.labelPoints + box.valuePoints;
  page.rule({
    x,
    y: middle + page.scaled(2),
    widthPoints,
    color: colors.accent,
    heightPoints: 1.5,
  });
  return middle + page.scaled(2);
}

/** The VAT of each rate, lowest first. */
function vatRows(lines: readonly InvoiceLine[]): Row[] {
  const vatCentsOfRate = new Map<number, number>();
  for (const { vatRatePercent, vatCents } of lines) {
    if (vatRatePercent === null) continue;
    vatCentsOfRate.set(vatRatePercent, (vatCentsOfRate.get(vatRatePercent) ?? 0) + vatCents);
  }
  if (vatCentsOfRate.size === 0) return [{ label: 'TVA', value: formatEuros(0) }];
  return [...vatCentsOfRate]
    .toSorted(([one], [other]) => one - other)
    .map(([rate, cents]) => ({ label: `TVA à ${formatPercent(rate)}`, value: formatEuros(cents) }));
}

/**
 * Mentions that French law requires on an invoice: art. L441-9 C. com. and 242 nonies A, annexe II
 * CGI (decision 29).
 */

const methods = {
  card: ' par carte bancaire',
  sepa_debit: ' par prélèvement SEPA',
  other: '',
} as const;

/** How and when it was paid, and the terms of late payment. */
function paymentMentions(document: InvoiceDocument): string[] {
  const { payment, buyer } = document;
  const day = formatDay(payment.paidAt);
  if (document.kind === 'credit_note') {
    const { transfer } = payment;
    const way = transfer
      ? `le ${formatDay(transfer.paidOn)} par virement bancaire, référence «\u00A0${transfer.reference}\u00A0»`
      : `le ${day} par le moyen de paiement de l’achat`;
    return [
      `Montant rendu ${way}\u00A0: ${formatEuros(-document.totalCents)}.`,
      `Référence de la transaction\u00A0: ${payment.reference}`,
    ];
  }
  return [
    `Payée le ${day}${methods[payment.method]}. Il ne reste rien à payer.`,
    `Référence de la transaction\u00A0: ${payment.reference}`,
    'Pas d’escompte pour paiement anticipé.',
    ...(buyer.vatNumber === undefined ? [] : [latePayment]),
  ];
}

/** Mandatory between professionals, even where nothing is left to pay. */
const latePayment =
  'Entre professionnels, tout retard de paiement entraîne des pénalités à trois fois le taux d’intérêt légal et une indemnité forfaitaire de 40 € pour frais de recouvrement (art. L. 441-10 et D. 441-5 du Code de commerce).';

/** Why some lines have no VAT, each reason once. */
function vatMentions(document: InvoiceDocument): string[] {
  const mentions = document.lines.flatMap(({ vatMention }) => vatMention ?? []);
  return [...new Set(mentions)].map((mention) => `${mention}.`);
}

/** The confirmation of what was ticked before payment (art. L221-13 C. conso.). */
function consentMentions(document: InvoiceDocument): string[] {
  if (document.kind !== 'invoice' || document.withdrawalConsent === undefined) return [];
  const { givenAt, text, version } = document.withdrawalConsent;
  const when = formatInstant(givenAt.toISOString());
  return [`Accepté le ${when}, heure de Paris (version ${version})\u00A0: «\u00A0${text}\u00A0»`];
}
