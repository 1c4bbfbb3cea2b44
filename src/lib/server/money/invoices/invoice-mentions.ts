/**
 * Mentions that French law requires on an invoice: art. L441-9 C. com. and 242 nonies A, annexe II
 * CGI (decision 29).
 */
import { formatDay, formatEuros, formatInstant } from '#shared/site/formats.ts';
import type { InvoiceDocument } from './invoice-document.ts';

const methods = {
  card: ' par carte bancaire',
  sepa_debit: ' par prélèvement SEPA',
  other: '',
} as const;

/** How and when it was paid, and the terms of late payment. */
export function paymentMentions(document: InvoiceDocument): string[] {
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
export function vatMentions(document: InvoiceDocument): string[] {
  const mentions = document.lines.flatMap(({ vatMention }) => vatMention ?? []);
  return [...new Set(mentions)].map((mention) => `${mention}.`);
}

/** The confirmation of what was ticked before payment (art. L221-13 C. conso.). */
export function consentMentions(document: InvoiceDocument): string[] {
  if (document.kind !== 'invoice' || document.withdrawalConsent === undefined) return [];
  const { givenAt, text, version } = document.withdrawalConsent;
  const when = formatInstant(givenAt.toISOString());
  return [`Accepté le ${when}, heure de Paris (version ${version})\u00A0: «\u00A0${text}\u00A0»`];
}
