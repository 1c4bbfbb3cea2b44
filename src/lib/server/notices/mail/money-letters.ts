/** Letters about money that was paid, given back or earned. */
import { eq } from 'drizzle-orm';
import { de } from '#shared/text/elision.ts';
import { formatEuros, formatInstant, plural } from '#shared/site/formats.ts';
import { monthName } from '#shared/time/month-name.ts';
import { paths } from '#shared/site/paths.ts';
import { payoutAccounts, taxSheets } from '#server/core/db/schema/payouts.ts';
import { withdrawalDeclarations } from '#server/core/db/schema/returns.ts';
import { readStatements } from '#server/money/earnings/read-statements.ts';
import { findInvoice, findWithdrawalReceipt } from '#server/money/invoices/find-invoice.ts';
import { declarationSequel, withoutLinks } from '#server/money/payments/declare-withdrawal.ts';
import { findOpenedSentence } from '#server/money/payments/transactions.ts';
import type { LetterRecord } from './letter.ts';

/** The invoice of a purchase. */
export const receipt: LetterRecord<'receipt'> = {
  why: 'Vous recevez cet e-mail parce que vous avez acheté des crédits.',
  compose: async ({ userId, payload }, { db, site }) => {
    const { transactionId, ownerId } = payload;
    const buyerId = userId ?? ownerId;
    const invoice = buyerId && (await findInvoice(db, buyerId, { transactionId }));
    if (!invoice) return null;
    // Loaded with the first document: it weighs 30 MB, a fifth of an idle server.
    const { renderInvoicePdf } = await import('#server/money/invoices/invoice-pdf.ts');
    const file = await renderInvoicePdf(invoice);
    const [line] = invoice.lines;
    const total = formatEuros(invoice.totalCents);
    const opened = await findOpenedSentence(db, transactionId);
    return {
      subject: `Votre facture n°\u00A0${invoice.number}`,
      heading: 'Merci pour votre achat',
      parts: [
        { kind: 'text', text: `${line?.label ?? 'Crédits de lecture'}, ${total} TTC.` },
        {
          kind: 'text',
          text: `${opened === null ? 'Les crédits sont sur votre compte, et la' : `${opened} La`} facture n°\u00A0${invoice.number} est jointe à cet e-mail. Vous la retrouverez dans votre historique de facturation.`,
        },
        {
          kind: 'text',
          text: `Vous avez quatorze jours pour renoncer aux crédits que vous n’aurez pas dépensés\u00A0: ${site.siteUrl}${paths.withdrawal}`,
        },
        {
          kind: 'button',
          label: 'Voir mon historique',
          url: site.siteUrl + paths.billing,
        },
      ],
      attachments: [{ name: `facture_${transactionId}.pdf`, type: 'application/pdf', bytes: file }],
    };
  },
};

/** The acknowledgement of a withdrawal. */
export const withdrawal: LetterRecord<'withdrawal'> = {
  why: 'Vous recevez cet e-mail parce que vous vous êtes rétracté d’un achat.',
  compose: async ({ userId, payload }, { db, site }) => {
    const { transactionId, ownerId } = payload;
    const buyerId = userId ?? ownerId;
    const found = buyerId && (await findWithdrawalReceipt(db, buyerId, transactionId));
    if (!found) return null;
    const { renderWithdrawalReceiptPdf } =
      await import('#server/money/invoices/withdrawal-receipt-pdf.ts');
    const file = await renderWithdrawalReceiptPdf(found);
    const declared = formatInstant(found.declaredAt.toISOString());
    const credits = plural(found.unspentCredits, 'crédit non dépensé', 'crédits non dépensés');
    return {
      subject: 'Votre rétractation est enregistrée',
      heading: 'Votre rétractation est enregistrée',
      parts: [
        {
          kind: 'text',
          text: `Nous avons reçu votre rétractation le ${declared}, heure de Paris, pour ${credits} de «\u00A0${found.purchase.packName}\u00A0».`,
        },
        {
          kind: 'text',
          text: `${formatEuros(found.refundCents)} vous seront remboursés par le moyen de paiement de l’achat, au plus tard quatorze jours après cette date. L’accusé de réception est joint à cet e-mail.`,
        },
        { kind: 'button', label: 'Voir mon historique', url: site.siteUrl + paths.billing },
      ],
      attachments: [
        { name: `retractation_${transactionId}.pdf`, type: 'application/pdf', bytes: file },
      ],
    };
  },
};

/** The acknowledgement of a withdrawal that was declared without signing in; it tells nothing of orders. */
export const declaration: LetterRecord<'declaration'> = {
  why: 'Vous recevez cet e-mail parce que cette adresse a été donnée pour une rétractation. Si ce n’est pas vous, ne faites rien.',
  compose: async ({ payload: { declarationId } }, { db, site }) => {
    const [declared] = await db
      .select()
      .from(withdrawalDeclarations)
      .where(eq(withdrawalDeclarations.id, declarationId));
    if (!declared) return null;
    const { renderDeclarationReceiptPdf } =
      await import('#server/money/invoices/declaration-receipt-pdf.ts');
    const file = await renderDeclarationReceiptPdf({ ...declared, seller: site.seller });
    const when = formatInstant(declared.declaredAt.toISOString());
    return {
      subject: 'Nous avons reçu votre rétractation',
      parts: [
        {
          kind: 'text',
          text: `Le ${when}, heure de Paris, ${withoutLinks(declared.name)} nous a notifié sa décision de se rétracter du contrat «\u00A0${withoutLinks(declared.invoiceNumber)}\u00A0».`,
        },
        { kind: 'text', text: declarationSequel },
        { kind: 'text', text: 'L’accusé de réception est joint à cet e-mail. Conservez-le.' },
      ],
      attachments: [
        { name: `retractation_${declared.id}.pdf`, type: 'application/pdf', bytes: file },
      ],
    };
  },
};

/** What a closed month says to an author. */
export const statement: LetterRecord<'statement'> = {
  why: 'Vous recevez cet e-mail parce que vos romans sont vendus sur ce site.',
  compose: async ({ userId, payload: { month } }, { db, site: { siteUrl } }) => {
    if (userId === null) return null;
    const [statement] = await readStatements(db, userId, month);
    if (!statement) return null;
    const [account] = await db
      .select({ userId: payoutAccounts.userId })
      .from(payoutAccounts)
      .where(eq(payoutAccounts.userId, userId));
    const hasSheet = (await db.$count(taxSheets, eq(taxSheets.authorId, userId))) > 0;
    const { earned, paid, balance } = statement;
    const title = `Votre relevé ${de(monthName(month))}`;
    const sentences = [
      `Vos romans ont gagné ${formatEuros(earned)} ce mois-là.`,
      paid > 0 &&
        `${formatEuros(paid)} vous ont été payés depuis le relevé précédent, avant retenues.`,
      balance > 0 && `Il reste ${formatEuros(balance)} à vous payer, avant retenues.`,
      balance > 0 &&
        !account &&
        'Pour que cette somme vous soit virée, donnez un compte bancaire sur la page de vos relevés.',
      balance > 0 &&
        !hasSheet &&
        'Pour qu’elle vous soit virée, il faut aussi votre fiche fiscale, sur la même page.',
      balance < 0 &&
        `Le solde est de ${formatEuros(balance)}\u00A0: les gains des mois suivants le combleront d’abord.`,
    ];
    return {
      subject: title,
      parts: [
        ...sentences.flatMap((text) => (text === false ? [] : [{ kind: 'text' as const, text }])),
        { kind: 'button', label: 'Voir le relevé', url: siteUrl + paths.statement(month) },
      ],
    };
  },
};
