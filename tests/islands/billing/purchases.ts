import type { TransactionBody } from '#shared/contracts/credits.ts';

/** A paid purchase of 300 credits, of which nothing is withdrawn; with what a test says otherwise. */
export function purchase(said: Partial<TransactionBody> = {}): TransactionBody {
  return {
    _id: crypto.randomUUID(),
    credits: 300,
    amount: 499,
    status: 'completed',
    createdAt: '2026-11-21T12:00:00.000Z',
    completedAt: '2026-11-21T12:01:00.000Z',
    packName: 'Pack Basique',
    refundedCents: 0,
    isSubmitted: false,
    invoiceNumber: 'F2026-000123',
    creditNotes: [],
    withdrawable: { credits: 300, amount: 499, lastDay: '2026-12-05' },
    withdrawal: null,
    returned: [],
    dispute: null,
    ...said,
  };
}

/** One that nobody has paid, or that came to nothing. */
export const unpaid = (said: Partial<TransactionBody>): TransactionBody =>
  purchase({ completedAt: null, invoiceNumber: null, withdrawable: null, ...said });
