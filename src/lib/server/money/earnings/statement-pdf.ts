import type { StatementBody, StatementLineBody } from '#shared/contracts/pay.ts';
import { formatCount, formatDay, formatEuros, plural } from '#shared/site/formats.ts';
import { formatShare, monthName } from '#shared/time/month-name.ts';
import type { Seller } from '../invoices/invoice-document.ts';
import { writeFacts, writeFoot, writeSection, writeTitle } from '../invoices/pdf-letterhead.ts';
import { renderPage, styles } from '../invoices/pdf-page.ts';
import { writeRows, writeTable, type Column } from '../invoices/pdf-table.ts';

const columns: readonly Column[] = [
  { header: 'Roman', widthPoints: 131 },
  { header: 'Crédits dépensés', widthPoints: 58, align: 'right' },
  { header: 'Ventes hors TVA', widthPoints: 62, align: 'right' },
  { header: 'Reprises hors TVA', widthPoints: 64, align: 'right' },
  { header: 'TVA des deux', widthPoints: 50, align: 'right' },
  { header: 'Part', widthPoints: 48, align: 'right' },
  { header: 'À vous', widthPoints: 70, align: 'right' },
];

/** What fits on the page; the CSV has every line. */
const linesMax = 22;

/**
 * Draws a statement as a PDF of one page; the same statement, the same bytes. Further novels than fit
 * are one line, so that the sums stay those of the table.
 */
export function renderStatementPdf(
  statement: StatementBody,
  { seller, authorName }: { seller: Seller; authorName: string },
): Promise<Uint8Array> {
  const title = `Relevé de droits, ${monthName(statement.month)}`;
  const closedAt = new Date(statement.closedAt);
  return renderPage({ title, author: seller.name, createdAt: closedAt }, (page) => {
    let y = writeTitle(page, seller, title);
    y = writeFacts(page, y, [
      { label: 'Auteur', value: authorName },
      { label: 'Arrêté le', value: formatDay(closedAt) },
      { label: 'À payer, brut', value: formatEuros(Math.max(0, statement.balance)) },
    ]);
    y = writeTable(page, y + page.scaled(24), columns, shown(statement.lines).map(cellsOf));
    const box = { labelPoints: 180, valuePoints: 90, align: 'right' } as const;
    const x = page.left + page.widthPoints - box.labelPoints - box.valuePoints;
    y = writeRows(page, { ...box, x, y: y + page.scaled(18) }, [
      { label: 'Solde du relevé précédent', value: formatEuros(statement.brought) },
      { label: 'Gagné ce mois', value: formatEuros(statement.earned) },
      { label: 'Payé depuis le relevé précédent, brut', value: formatEuros(0 - statement.paid) },
      { label: 'Solde', value: formatEuros(statement.balance), style: styles.total },
    ]);
    y = writeSection(page, y + page.scaled(18), 'Comment lire ce relevé', notes(statement.lines));
    return writeFoot(page, y, `Une question sur ce relevé\u00A0? ${seller.email}`);
  });
}

function shown(lines: readonly StatementLineBody[]): StatementLineBody[] {
  if (lines.length <= linesMax) return [...lines];
  const rest = lines.slice(linesMax - 1);
  const sum = (name: 'paidCredits' | 'freeCredits' | 'spentNet' | 'spentVat' | 'carriedNet') =>
    rest.reduce((total, line) => total + line[name], 0);
  const together: StatementLineBody = {
    novelId: '',
    novelTitle: `${plural(rest.length, 'autre roman', 'autres romans')} (voir le CSV)`,
    basisPoints: -1,
    paidCredits: sum('paidCredits'),
    freeCredits: sum('freeCredits'),
    spentNet: sum('spentNet'),
    spentVat: sum('spentVat'),
    carriedNet: sum('carriedNet'),
    carriedVat: rest.reduce((total, line) => total + line.carriedVat, 0),
    due: rest.reduce((total, line) => total + line.due, 0),
  };
  return [...lines.slice(0, linesMax - 1), together];
}

function cellsOf(line: StatementLineBody): string[] {
  return [
    line.novelTitle,
    formatCount(line.paidCredits),
    formatEuros(line.spentNet),
    formatEuros(line.carriedNet),
    formatEuros(line.spentVat + line.carriedVat),
    line.basisPoints < 0 ? '' : formatShare(line.basisPoints),
    formatEuros(line.due),
  ];
}

function notes(lines: readonly StatementLineBody[]): string[] {
  const free = lines.reduce((sum, line) => sum + line.freeCredits, 0);
  return [
    'Les ventes sont les crédits dépensés sur vos chapitres, au prix auquel chacun a été acheté, hors TVA. Les reprises sont les remboursements et les contestations de paiement, aussi ceux de ventes de mois précédents.',
    ...(free > 0
      ? [
          `${plural(free, 'crédit offert', 'crédits offerts')} en plus\u00A0: un crédit offert ne paie rien.`,
        ]
      : []),
    'La part est celle de la fin du mois\u00A0; chaque vente suit celle de son jour. Un mois arrêté ne change plus\u00A0: une correction paraît dans le suivant. Les sommes sont brutes\u00A0: cotisations et TVA sont sur le certificat de chaque virement.',
  ];
}
