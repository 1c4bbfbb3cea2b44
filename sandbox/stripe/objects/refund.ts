import { newId, randomLetters } from '../ids.ts';
import type { Charge, Refund } from '../wire.ts';

/** A refund of a part of a charge, effective at once. */
export function newRefund(
  charge: Charge,
  refund: {
    amountCents: number;
    created: number;
    metadata: Record<string, string>;
    reason: Refund['reason'];
  },
): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: refund.amountCents,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: refund.created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details:
      charge.payment_method_details?.type === 'card'
        ? {
            type: 'card',
            card: {
              reference_status: 'pending',
              reference_type: 'acquirer_reference_number',
              type: 'refund',
            },
          }
        : {
            type: 'eu_bank_transfer',
            eu_bank_transfer: { reference: null, reference_status: null },
          },
    metadata: refund.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}

/** The number by which the buyer's bank finds the refund; available a while after the refund. */
export function newReference(): string {
  return `7${randomLetters(22).toUpperCase()}`;
}
