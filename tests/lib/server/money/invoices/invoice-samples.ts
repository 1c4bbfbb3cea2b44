/** Documents that tests modify in one respect. */
import type { Publisher } from '#server/core/config/publisher.ts';
import {
  sellerOf,
  type Buyer,
  type InvoiceDocument,
  type InvoiceLine,
} from '#server/money/invoices/invoice-document.ts';
import { splitVat, vatMention } from '#server/money/invoices/issue-invoice.ts';
import type { WithdrawalReceipt } from '#server/money/invoices/withdrawal-receipt.ts';

const publisher: Publisher = {
  PUBLISHER_NAME: 'Dupont & Fils <Éditeurs>',
  PUBLISHER_LEGAL_FORM: 'société à responsabilité limitée',
  PUBLISHER_CAPITAL: '8 000 €',
  PUBLISHER_ADDRESS: '1 rue du Test, 69001 Lyon, France',
  PUBLISHER_REGISTRATION: 'RCS Lyon 123 456 789',
  PUBLISHER_VAT_NUMBER: 'FR12123456789',
  PUBLISHER_DIRECTOR: 'Test Directrice',
  PUBLISHER_EMAIL: 'contact@editions.test',
  PUBLISHER_PHONE: '+33 4 11 22 33 44',
  HOSTING_NAME: 'Hébergeur',
  HOSTING_ADDRESS: '2 rue du Test',
  HOSTING_PHONE: '+33 2',
  MEDIATOR_NAME: 'Médiateur',
  MEDIATOR_URL: 'https://mediateur.test',
};
export const seller = sellerOf(publisher);

export const buyer: Buyer = {
  fullName: 'Chloé Lefèvre',
  email: 'chloe@lectrice.test',
  address: '12 rue de l’Œuvre',
  city: 'Châlons',
  postalCode: '51000',
  country: 'France',
};

export const transactionId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b';
/** The 14th in Paris already, the 13th in London. */
const soldAt = new Date('2026-11-13T23:30:00Z');

export function lineOf(totalCents: number, ratePercent: number | null): InvoiceLine {
  return {
    label: 'Pack Standard : 900 crédits',
    quantity: 1,
    vatRatePercent: ratePercent,
    vatMention: vatMention(ratePercent, 'FR'),
    ...splitVat(totalCents, ratePercent),
  };
}

type Invoice = Extract<InvoiceDocument, { kind: 'invoice' }>;
type CreditNote = Extract<InvoiceDocument, { kind: 'credit_note' }>;

/** An invoice of one line over 9.99 € at 5.5 %, by default. */
export function invoice(changes: Partial<Invoice> = {}): Invoice {
  const lines = changes.lines ?? [lineOf(999, 5.5)];
  return { kind: 'invoice', ...common(lines), ...changes };
}

/** A credit note over 3.33 € of it. */
export function creditNote(changes: Partial<CreditNote> = {}): CreditNote {
  const lines = changes.lines ?? [lineOf(-333, 5.5)];
  return {
    kind: 'credit_note',
    ...common(lines),
    number: 'A2026-000007',
    corrects: { number: 'F2026-000123', issuedAt: soldAt },
    ...changes,
  };
}

function common(lines: InvoiceLine[]) {
  const sum = (amount: 'netCents' | 'vatCents' | 'totalCents') =>
    lines.reduce((cents, line) => cents + line[amount], 0);
  return {
    number: 'F2026-000123',
    issuedAt: soldAt,
    seller,
    buyer,
    lines,
    netCents: sum('netCents'),
    vatCents: sum('vatCents'),
    totalCents: sum('totalCents'),
    currency: 'eur' as const,
    payment: { paidAt: soldAt, reference: transactionId, method: 'card' as const },
  };
}

export const receipt: WithdrawalReceipt = {
  reference: '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c',
  declaredAt: new Date('2026-10-20T22:15:00Z'),
  purchase: {
    reference: transactionId,
    paidAt: new Date('2026-10-19T08:00:00Z'),
    packName: 'Pack Standard',
    credits: 900,
    totalCents: 999,
  },
  unspentCredits: 300,
  refundCents: 333,
  seller,
  buyer,
};
