import {
  cardOf,
  isReadyMethod,
  readyMethod,
  type Buyer,
  type PaymentMethod,
} from '../payments/payment-method.ts';
import type { Customer, Session } from '../wire.ts';

export type FieldName = 'method' | 'email' | 'name' | 'number' | 'expiry' | 'cvc';

/** The buyer's input, unchanged. */
export type Written = Partial<Record<FieldName, string>>;
export type FieldErrors = Partial<Record<FieldName, string>>;

export type ReadForm =
  { ok: true; method: PaymentMethod; buyer: Buyer } | { ok: false; errors: FieldErrors };

/** The e-mail address if it is known beforehand; null when the page has to ask. */
export function knownEmail(session: Session, customer: Customer | null): string | null {
  return customer?.email ?? session.customer_email;
}

/**
 * Validates the form as Stripe's page does before charging the card; one French sentence per error.
 */
export function readPaymentForm(
  written: Written,
  session: Session,
  customer: Customer | null,
  nowSeconds: number,
): ReadForm {
  const errors: FieldErrors = {};
  const email = knownEmail(session, customer) ?? written.email?.trim() ?? '';
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    errors.email = 'Indiquez une adresse e-mail, comme nom@exemple.fr.';
  }
  const method = readMethod(written, session, nowSeconds, errors);
  if (!method || Object.keys(errors).length > 0) return { ok: false, errors };
  const name = written.name?.trim() || customer?.name || null;
  return { ok: true, method, buyer: { address: customer?.address ?? null, email, name } };
}

function readMethod(
  written: Written,
  session: Session,
  nowSeconds: number,
  errors: FieldErrors,
): PaymentMethod | null {
  const { method = '' } = written;
  const type = method === 'sepa' ? 'sepa_debit' : 'card';
  if (session.payment_method_types.includes(type)) {
    if (isReadyMethod(method)) return readyMethod(method, nowSeconds);
    if (method === 'typed') return readCard(written, nowSeconds, errors);
  }
  errors.method = 'Choisissez un moyen de paiement.';
  return null;
}

function readCard(written: Written, nowSeconds: number, errors: FieldErrors): PaymentMethod | null {
  const number = (written.number ?? '').replaceAll(/[\s-]/g, '');
  if (!/^\d{16}$/.test(number) || !hasCheckDigit(number)) {
    errors.number = 'Ce numéro de carte n’est pas valide.';
  }
  const expiry = readExpiry(written.expiry ?? '');
  if (!expiry) errors.expiry = 'Écrivez le mois et l’année, comme 12/34.';
  else if (isPast(expiry, nowSeconds)) errors.expiry = 'Cette carte a expiré.';
  if (!/^\d{3}$/.test((written.cvc ?? '').trim())) errors.cvc = 'Le code a trois chiffres.';
  if (!written.name?.trim()) errors.name = 'Indiquez le nom du titulaire.';
  return expiry ? cardOf(number, expiry) : null;
}

function readExpiry(text: string): { month: number; year: number } | null {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(\d{2})\s*$/.exec(text) ?? [];
  if (year === '' || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: 2000 + Number(year) };
}

/** A card is valid until the end of its month. */
function isPast({ month, year }: { month: number; year: number }, nowSeconds: number): boolean {
  return Date.UTC(year, month) <= nowSeconds * 1000;
}

/** Luhn's check, which every card number passes. */
function hasCheckDigit(number: string): boolean {
  const sum = Array.from(number, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = digit * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
