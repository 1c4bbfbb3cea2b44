import type { TransactionBody } from '../../lib/shared/contracts/credits.ts';
import { formatEuros, plural } from '../../lib/shared/formats.ts';

/** What people read of a purchase's state (specification, section 4), with a sign beside the word. */
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
