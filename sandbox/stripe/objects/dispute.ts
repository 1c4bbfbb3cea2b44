import { newId } from '../ids.ts';
import type { Charge, Dispute } from '../wire.ts';

const daySeconds = 86_400;
const feeCents = 2000;

/** A dispute over what is left of a charge, with a response deadline of a week. */
export function newDispute(charge: Charge, created: number, reason: string): Dispute {
  const amountCents = charge.amount - charge.amount_refunded;
  const card = charge.payment_method_details?.card;
  return {
    id: newId('du'),
    object: 'dispute',
    amount: amountCents,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: charge.billing_details.email,
      customer_name: charge.billing_details.name,
      customer_purchase_ip: '127.0.0.1',
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: charge.description,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: created + 7 * daySeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    ...(card && {
      network_reason_code: '10.4',
      payment_method_details: {
        type: 'card',
        card: {
          brand: card.brand ?? 'visa',
          case_type: 'chargeback',
          network: card.network ?? 'visa',
          network_reason_code: '10.4',
        },
      },
    }),
    reason,
    status: 'needs_response',
  };
}

/** A dispute's effect on the account's balance: withdrawn with a fee, returned when it is won. */
export function disputeTransaction(
  dispute: Dispute,
  created: number,
  kind: 'withdrawn' | 'reinstated',
): Dispute['balance_transactions'][number] {
  const isTaken = kind === 'withdrawn';
  const amount = isTaken ? -dispute.amount : dispute.amount;
  const fee = isTaken ? feeCents : 0;
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * daySeconds,
    balance_type: 'payments',
    created,
    currency: dispute.currency,
    description: isTaken
      ? `Chargeback withdrawal for ${dispute.charge}`
      : `Chargeback reversal for ${dispute.charge}`,
    exchange_rate: null,
    fee,
    fee_details: isTaken
      ? [
          {
            amount: fee,
            application: null,
            currency: dispute.currency,
            description: 'Dispute fee',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: isTaken ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'pending',
    type: 'adjustment',
  };
}
