import {
  billingCountries,
  countryCodeOf,
  otherCountryCodes,
  vatNumberFault,
  type BillingCountry,
} from '#shared/money/billing-countries.ts';
import { billingLimits } from '#shared/constants.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { BillingInfoBody } from '#shared/contracts/credits.ts';
import { addressFault } from '#shared/site/email-address.ts';
import { messages } from '#shared/messages.ts';

export type BillingField = keyof typeof billingLimits | 'country' | 'countryCode';

/** The form as typed; a country is always selected. */
export type BillingForm = Record<Exclude<BillingField, 'country'>, string> & {
  country: BillingCountry;
};

/** Errors by field; `consent` is the withdrawal box. */
export type BillingErrors = Partial<Record<BillingField | 'consent', string>>;

/** French field labels, in the order of the form (specification, section 5). */
export const billingLabels = {
  fullName: 'Nom complet',
  email: 'Adresse e-mail',
  address: 'Adresse',
  postalCode: 'Code postal',
  city: 'Ville',
  country: 'Pays',
  countryCode: 'Précisez le pays',
  vatNumber: 'Numéro de TVA',
} as const satisfies Record<BillingField, string>;

export const billingFields = Object.keys(billingLabels) as BillingField[];

const requiredTexts = ['fullName', 'email', 'address', 'postalCode', 'city'] as const;

/** Initial values: the last order's, else the user's name and e-mail. */
export function firstBilling(
  user: Pick<UserBody, 'name' | 'firstName' | 'lastName' | 'email'>,
  last: BillingInfoBody | null,
): BillingForm {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.name;
  const known = last ?? { fullName: name, email: user.email ?? '' };
  return {
    ...emptyForm,
    ...known,
    country: countryOf(last?.country),
    countryCode: last?.countryCode ?? '',
    vatNumber: last?.vatNumber ?? '',
  };
}

const emptyForm: BillingForm = {
  fullName: '',
  email: '',
  address: '',
  city: '',
  postalCode: '',
  country: billingCountries[0],
  countryCode: '',
  vatNumber: '',
};

/** The form as an order sends it. */
export function toBillingInfo({ countryCode, ...form }: BillingForm): BillingInfoBody {
  return form.country === 'Autre' ? { ...form, countryCode } : form;
}

/** The form after a change; a VAT number of the country before goes with it. */
export function changeBilling(form: BillingForm, name: BillingField, text: string): BillingForm {
  const next = { ...form, [name]: name === 'country' ? countryOf(text) : text };
  const isOfOther = name.startsWith('country') && vatFault(next) !== null;
  return isOfOther ? { ...next, vatNumber: '' } : next;
}

function vatFault({ vatNumber, ...form }: BillingForm): string | null {
  if (vatNumber.trim().length > billingLimits.vatNumber) return messages.billing.vatNumber;
  const code = countryCodeOf(form);
  return code === null || code === '' ? null : vatNumberFault(vatNumber, code);
}

/** Parses a saved draft; null if it is invalid. */
export function parseBillingDraft(value: unknown): BillingForm | null {
  if (typeof value !== 'object' || value === null) return null;
  const stored: Record<string, unknown> = { ...value };
  const form = { ...emptyForm };
  for (const name of billingFields) {
    // A draft of an earlier version has no code.
    const text = stored[name] ?? (name === 'countryCode' ? '' : undefined);
    if (typeof text !== 'string') return null;
    if (name === 'country') form.country = countryOf(text);
    else form[name] = text;
  }
  return form;
}

/** The country of a value; the first of the list for an unknown one. */
function countryOf(value: string | undefined): BillingCountry {
  return billingCountries.find((country) => country === value) ?? billingCountries[0];
}

/**
 * Client-side validation, with the messages of the specification, section 5. The server is
 * authoritative: its address checks are stricter.
 */
export function checkBilling(form: BillingForm): BillingErrors {
  const errors: BillingErrors = {};
  for (const name of requiredTexts) {
    const text = form[name].trim();
    if (text === '' || text.length > billingLimits[name]) errors[name] = messages.billing[name];
  }
  const fault = addressFault(form.email.trim());
  if (fault !== null) errors.email = fault;
  if (form.country === 'Autre' && !otherCountryCodes.includes(form.countryCode)) {
    errors.countryCode = messages.billing.countryCode;
  }
  const wrongVat = vatFault(form);
  if (wrongVat !== null) errors.vatNumber = wrongVat;
  return errors;
}
