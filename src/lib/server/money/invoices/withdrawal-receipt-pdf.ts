import { formatDay, formatEuros, formatInstant, parisDay, plural } from '#shared/site/formats.ts';
import { writeFacts, writeFoot, writeParties, writeSection, writeTitle } from './pdf-letterhead.ts';
import { renderPage, styles } from './pdf-page.ts';
import { writeRows } from './pdf-table.ts';
import type { WithdrawalReceipt } from './withdrawal-receipt.ts';

/** Days within which the money is refunded (art. L221-24 C. conso.). */
const refundDays = 14;

/** Draws the acknowledgement of a withdrawal as a PDF of one page; same receipt, same bytes. */
export function renderWithdrawalReceiptPdf(receipt: WithdrawalReceipt): Promise<Uint8Array> {
  const { purchase, seller, buyer } = receipt;
  const title = 'Accusé de réception de votre rétractation';
  const info = { title, author: seller.name, createdAt: receipt.declaredAt };
  return renderPage(info, (page) => {
    let y = writeTitle(page, seller, title);
    const declared = `${formatInstant(receipt.declaredAt.toISOString())} (heure de Paris)`;
    y = writeFacts(page, y, [
      { label: 'Déclaration reçue le', value: declared },
      { label: 'Référence de la rétractation', value: receipt.reference },
    ]);
    y = writeParties(page, y + page.scaled(20), seller, buyer) + page.scaled(26);
    y = writeSection(page, y, 'Votre déclaration', [
      `Vous nous avez notifié en ligne votre décision de vous rétracter du contrat portant sur l’achat de crédits ci-dessous, pour les crédits que vous n’avez pas dépensés.`,
    ]);
    const box = { x: page.left, y: y + page.scaled(8), labelPoints: 170, align: 'left' } as const;
    y = writeRows(page, { ...box, valuePoints: page.widthPoints - box.labelPoints }, [
      { label: 'Achat', value: `${purchase.packName}, ${plural(purchase.credits, 'crédit')}` },
      { label: 'Date de l’achat', value: formatDay(purchase.paidAt) },
      { label: 'Prix payé', value: formatEuros(purchase.totalCents) },
      { label: 'Référence de la transaction', value: purchase.reference },
      { label: 'Crédits non dépensés', value: plural(receipt.unspentCredits, 'crédit') },
      { label: 'Remboursement', value: formatEuros(receipt.refundCents), style: styles.total },
    ]);
    const latest = dayAfter(receipt.declaredAt, refundDays);
    y = writeSection(page, y + page.scaled(16), 'La suite', [
      `Nous vous remboursons ${formatEuros(receipt.refundCents)} sans frais, par le moyen de paiement de l’achat, au plus tard le ${formatDay(latest)} (art. L. 221-24 du Code de la consommation). Votre banque peut mettre quelques jours à l’afficher.`,
      'Les crédits non dépensés de cet achat sont retirés de votre compte. Les chapitres que vous avez déverrouillés restent ouverts.',
    ]);
    const foot = `À conserver (art. L. 221-21 du Code de la consommation). Une question\u00A0? ${seller.email}`;
    return writeFoot(page, y, foot);
  });
}

/**
 * Noon of the calendar day that many days later in Paris, so that summer time does not shift it.
 */
function dayAfter(instant: Date, days: number): Date {
  const noon = new Date(`${parisDay(instant)}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon;
}
