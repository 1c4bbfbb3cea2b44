import { and, eq } from 'drizzle-orm';
import { lineKinds, withheldKinds, type PayLine } from '#shared/money/pay-lines.ts';
import { sheetWords } from '#shared/money/tax-sheet-words.ts';
import { formatDay, formatEuros } from '#shared/site/formats.ts';
import { formatShare } from '#shared/time/month-name.ts';
import type { Database } from '#server/core/db/database.ts';
import { payoutOrders, payouts, taxSheets } from '#server/core/db/schema/payouts.ts';
import { sellerSchema, type Seller } from '../invoices/invoice-document.ts';
import { writeFacts, writeFoot, writeSection, writeTitle } from '../invoices/pdf-letterhead.ts';
import { renderPage, styles } from '../invoices/pdf-page.ts';
import { writeRows, writeTable, type Column } from '../invoices/pdf-table.ts';
import type { TaxSheet } from './compute-pay.ts';
import { findLines } from './payout-lines.ts';

export type Certificate = {
  seller: Seller;
  sheet: TaxSheet;
  orderedAt: Date;
  paidOn: string;
  grossCents: number;
  netCents: number;
  lines: readonly PayLine[];
};

/** A payment that the bank made and that was computed, of this author if one is named; null for none. */
export async function findCertificate(
  db: Database,
  payoutId: string,
  authorId: string | null,
): Promise<Certificate | null> {
  const [row] = await db
    .select({ payout: payouts, order: payoutOrders, sheet: taxSheets })
    .from(payouts)
    .innerJoin(payoutOrders, eq(payoutOrders.id, payouts.orderId))
    .innerJoin(taxSheets, eq(taxSheets.id, payouts.sheetId))
    .where(
      and(
        eq(payouts.id, payoutId),
        eq(payouts.state, 'paid'),
        authorId === null ? undefined : eq(payouts.authorId, authorId),
      ),
    );
  if (!row || row.payout.paidOn === null || row.payout.netCents === null) return null;
  return {
    seller: sellerSchema.parse(row.order.publisher),
    sheet: row.sheet,
    orderedAt: row.order.createdAt,
    paidOn: row.payout.paidOn,
    grossCents: row.payout.amountCents,
    netCents: row.payout.netCents,
    lines: (await findLines(db, [payoutId]))(payoutId),
  };
}

const columns: readonly Column[] = [
  { header: 'Ligne', widthPoints: 243 },
  { header: 'Base', widthPoints: 80, align: 'right' },
  { header: 'Taux', widthPoints: 70, align: 'right' },
  { header: 'Montant', widthPoints: 90, align: 'right' },
];

/** Draws what was withheld of a payment as a PDF of one page; the same payment, the same bytes. */
export function renderCertificatePdf(certificate: Certificate): Promise<Uint8Array> {
  const { seller, sheet, orderedAt, paidOn, grossCents, netCents, lines } = certificate;
  const isWithheld = lines.some(({ kind }) => withheldKinds.includes(kind));
  const title = isWithheld ? 'Certificat de précompte' : 'Bulletin de droits d’auteur';
  return renderPage({ title, author: seller.name, createdAt: orderedAt }, (page) => {
    let y = writeTitle(page, seller, title);
    y = writeFacts(page, y, [
      { label: 'Payé le', value: formatDay(`${paidOn}T12:00:00Z`) },
      { label: 'Brut', value: formatEuros(grossCents) },
      { label: 'Viré', value: formatEuros(netCents) },
    ]);
    y = writeSection(page, y + page.scaled(18), 'Diffuseur', [
      `${seller.name}, ${seller.legalForm}, ${seller.address}. ${seller.registration}.`,
    ]);
    const number = sheet.socialSecurityNumber ?? 'non communiqué';
    y = writeSection(page, y + page.scaled(8), 'Auteur', [
      `${sheet.legalName}, ${sheet.address}.`,
      `Numéro de sécurité sociale\u00A0: ${number}. Activité\u00A0: écriture de romans. Régime déclaré\u00A0: ${sheetWords(sheet)}.`,
    ]);
    y = writeTable(page, y + page.scaled(12), columns, lines.map(cellsOf));
    const box = { labelPoints: 180, valuePoints: 90, align: 'right' } as const;
    const x = page.left + page.widthPoints - box.labelPoints - box.valuePoints;
    const withheld = lines.reduce(
      (sum, { kind, amount }) => sum + (withheldKinds.includes(kind) ? amount : 0),
      0,
    );
    y = writeRows(page, { ...box, x, y: y + page.scaled(14) }, [
      { label: 'Brut', value: formatEuros(grossCents) },
      { label: 'Précompté', value: formatEuros(0 - withheld) },
      { label: 'TVA versée à l’auteur', value: formatEuros(netCents - grossCents + withheld) },
      { label: 'Net viré', value: formatEuros(netCents), style: styles.total },
    ]);
    y = writeSection(page, y + page.scaled(14), 'Mentions', [
      ...(isWithheld
        ? [
            'Les cotisations et contributions précomptées sont versées à l’Urssaf (art. L. 382-5 du Code de la sécurité sociale). Les taux sont ceux qui restent à l’auteur, sans la part que l’État prend en charge.',
          ]
        : []),
      'Les contributions du diffuseur et la TVA versée au Trésor sont à la charge de l’éditeur et ne réduisent pas le net. L’éditeur certifie sur l’honneur l’exactitude de ces mentions.',
    ]);
    return writeFoot(page, y, `À conserver. Une question\u00A0? ${seller.email}`);
  });
}

const cellsOf = ({ kind, base, rate, amount }: PayLine): string[] => [
  lineKinds[kind].label,
  formatEuros(base),
  formatShare(rate),
  formatEuros(amount),
];
