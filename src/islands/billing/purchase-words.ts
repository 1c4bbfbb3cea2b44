import type { TransactionBody } from '#shared/contracts/credits.ts';
import { formatDay, formatEuros, plural } from '#shared/site/formats.ts';

/** French labels of a purchase's state (specification, section 4), with an icon. */
export const statusLabels = {
  completed: { sign: '✓', label: 'Payé' },
  pending: { sign: '…', label: 'En attente' },
  failed: { sign: '✕', label: 'Échec' },
} as const satisfies Record<TransactionBody['status'], { sign: string; label: string }>;

const referenceCharacters = 8;

/** The first eight characters of a transaction's id, in upper case. */
export function referenceOf(id: string): string {
  return id.slice(0, referenceCharacters).toUpperCase();
}

/** “290 crédits, 4,82 €”. */
export function creditsAndEuros({ credits, amount }: { credits: number; amount: number }): string {
  return `${plural(credits, 'crédit')}, ${formatEuros(amount)}`;
}

type Refund = NonNullable<TransactionBody['withdrawal']> | TransactionBody['returned'][number];

/** Whether a refund is under way, and by which means. */
export function refundWords(refund: Refund): string {
  const { transfer } = refund;
  switch (refund.state) {
    case 'owed':
      return 'Remboursement en cours.';
    case 'disputed':
      return 'Votre banque examine la contestation de ce paiement\u00A0: le remboursement attend sa décision.';
    case 'transfer':
      return 'Votre moyen de paiement ne peut pas être recrédité\u00A0: vous serez remboursé par virement. Nous vous écrirons à l’adresse de la facture pour convenir du compte.';
    case 'refunded':
      return `Remboursement envoyé le ${formatDay(refund.refundedAt)}.`;
    case 'transferred':
      return `Remboursé par virement le ${formatDay(transfer?.paidOn)}, référence\u00A0${transfer?.reference ?? ''}.`;
    case 'bank':
      return 'Votre banque vous a rendu ce paiement, après votre contestation.';
  }
}
