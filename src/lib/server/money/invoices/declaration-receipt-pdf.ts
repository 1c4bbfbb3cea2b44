import { formatInstant } from '#shared/site/formats.ts';
import { withoutLinks, type Declaration } from '../payments/declare-withdrawal.ts';
import type { Seller } from './invoice-document.ts';
import { writeFacts, writeFoot, writeSection, writeTitle } from './pdf-letterhead.ts';
import { renderPage } from './pdf-page.ts';

type Receipt = Pick<Declaration, 'id' | 'name' | 'invoiceNumber' | 'email' | 'declaredAt'> & {
  seller: Seller;
};

/**
 * Draws the acknowledgement of a withdrawal that was declared without signing in: its content, day and
 * hour (art. L221-21 C. conso.), nothing of orders. The same declaration gives the same bytes.
 */
export function renderDeclarationReceiptPdf(receipt: Receipt): Promise<Uint8Array> {
  const { id, email, declaredAt, seller } = receipt;
  const [name, contract] = [withoutLinks(receipt.name), withoutLinks(receipt.invoiceNumber)];
  const title = 'Accusé de réception d’une rétractation';
  return renderPage({ title, author: seller.name, createdAt: declaredAt }, (page) => {
    const y = writeFacts(page, writeTitle(page, seller, title), [
      {
        label: 'Déclaration reçue le',
        value: `${formatInstant(declaredAt.toISOString())} (heure de Paris)`,
      },
      { label: 'Référence de la déclaration', value: id },
    ]);
    const end = writeSection(page, y + page.scaled(26), 'Contenu de la déclaration', [
      `${name} notifie à ${seller.name}, ${seller.address}, sa décision de se rétracter du contrat ci-dessous, pour les crédits non dépensés.`,
      `Contrat\u00A0: ${contract}`,
      `Nom\u00A0: ${name}`,
      `Adresse électronique de l’accusé de réception\u00A0: ${email}`,
    ]);
    const foot = `À conserver (art. L. 221-21 du Code de la consommation). Une question\u00A0? ${seller.email}`;
    return writeFoot(page, end, foot);
  });
}
