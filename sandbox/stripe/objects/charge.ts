import { newId, randomLetters } from '../ids.ts';
import type { Buyer, PaymentMethod } from '../payments/payment-method.ts';
import type { Charge, PaymentIntent } from '../wire.ts';

type Outcome = 'succeeded' | 'pending' | 'failed';

/** A charge on a payment method. `decline` is the reason of a failed one. */
export function newCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  buyer: Buyer,
  charge: { created: number; outcome: Outcome; is3dSecure: boolean },
): Charge {
  const { created, outcome, is3dSecure } = charge;
  const decline = outcome === 'failed' && method.type === 'card' ? method.decline : null;
  const id = newId(method.type === 'card' ? 'ch' : 'py');
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: outcome === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: outcome === 'succeeded' ? newId('txn') : null,
    billing_details: { ...buyer, phone: null, tax_id: null },
    calculated_statement_descriptor: 'FEUILLETON BAC A SABLE',
    captured: outcome === 'succeeded',
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.declineCode ?? null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: decline ? 'The bank declined the charge.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: outcome === 'succeeded',
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: methodDetails(method, intent.amount, is3dSecure),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: outcome,
    transfer_data: null,
    transfer_group: null,
  };
}

function methodDetails(
  method: PaymentMethod,
  amountCents: number,
  is3dSecure: boolean,
): NonNullable<Charge['payment_method_details']> {
  if (method.type === 'sepa_debit') {
    return {
      type: 'sepa_debit',
      sepa_debit: {
        bank_code: '20041',
        branch_code: '01005',
        country: 'FR',
        fingerprint: randomLetters(16),
        last4: '2606',
        mandate: `mandate_1${randomLetters(24)}`,
      },
    };
  }
  return {
    type: 'card',
    card: {
      amount_authorized: method.decline ? null : amountCents,
      authorization_code: method.decline ? null : '128746',
      brand: method.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'FR',
      electronic_commerce_indicator: null,
      exp_month: method.expiryMonth,
      exp_year: method.expiryYear,
      extended_authorization: { status: 'disabled' },
      fingerprint: randomLetters(16),
      funding: 'credit',
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: method.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: method.brand,
      network_token: { used: false },
      network_transaction_id: null,
      overcapture: { maximum_amount_capturable: amountCents, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: is3dSecure ? authenticated : null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}

const authenticated = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: '0b1e8c5a-3f0d-4c92-9d53-2f1f0a7be5c4',
  version: '2.2.0',
} as const;
