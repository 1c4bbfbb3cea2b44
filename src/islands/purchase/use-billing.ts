import { useState } from 'react';
import { v4 as uuidv4 } from 'uuid';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { BillingInfoBody } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import { useKeptDraft, type KeptDraft } from '../ui/use-kept-draft.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';
import {
  billingFields,
  checkBilling,
  countryOf,
  firstBilling,
  parseBillingDraft,
  type BillingErrors,
  type BillingField,
  type BillingForm,
} from './billing-form.ts';

/** The billing form of one purchase, and the withdrawal box, which starts without its tick. */
export type Billing = {
  form: BillingForm;
  hasConsented: boolean;
  errors: BillingErrors;
  write: (name: BillingField, text: string) => void;
  consent: (hasConsented: boolean) => void;
  /** Whether the form may be sent; if not, says why and gives the first wrong field the focus. */
  check: (element: HTMLFormElement) => boolean;
  /** The key of an order of this pack with the form as it stands: the same until either changes. */
  keyFor: (packId: string) => string;
  /** The server found these fields wrong. */
  refuse: (errors: BillingErrors, element: HTMLFormElement) => void;
  /** What was typed when a session ended, to be offered; `forget` it once the order is made. */
  draft: KeptDraft<BillingForm>;
  /** Puts that into the fields; the withdrawal box stays without its tick. */
  fill: (draft: BillingForm) => void;
};

/**
 * What somebody has typed on this page: closing the form, or the modal around it, loses nothing. In
 * memory alone, and written by the browser only.
 */
let typed: { personId: string; form: BillingForm } | null = null;
/** The order that was sent last, and its key: sent again, it is the same one. */
let ordered = { what: '', key: '' };

/** Feedback comes after the first failed submit, and then with each change (section 5). */
export function useBilling(user: UserBody, last: BillingInfoBody | null): Billing {
  const [form, setForm] = useState(() =>
    typed?.personId === user._id ? typed.form : firstBilling(user, last),
  );
  const [hasConsented, setConsented] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<BillingErrors>({});
  const place = { form: 'billing', personId: user._id, subject: 'order' } as const;
  const draft = useKeptDraft(place, parseBillingDraft);
  useUnsavedWork(place, () => (typed?.personId === user._id ? typed.form : null));
  const found = findErrors(form, hasConsented);
  return {
    form,
    hasConsented,
    errors: { ...refused, ...(isChecked && found) },
    write: (name, text) => {
      const next = { ...form, [name]: name === 'country' ? countryOf(text) : text };
      typed = { personId: user._id, form: next };
      setForm(next);
      setRefused(without(refused, name));
    },
    consent: (isTicked) => {
      setConsented(isTicked);
      setRefused(without(refused, 'consent'));
    },
    check: (element) => {
      setChecked(true);
      focusFirst(found, element);
      return Object.keys(found).length === 0;
    },
    keyFor: (packId) => {
      const what = JSON.stringify([user._id, packId, form]);
      if (ordered.what !== what) ordered = { what, key: uuidv4() };
      return ordered.key;
    },
    refuse: (errors, element) => {
      setRefused(errors);
      focusFirst(errors, element);
    },
    draft,
    fill: (kept) => {
      typed = { personId: user._id, form: kept };
      setForm(kept);
    },
  };
}

function findErrors(form: BillingForm, hasConsented: boolean): BillingErrors {
  const errors = checkBilling(form);
  return hasConsented ? errors : { ...errors, consent: messages.withdrawalConsentMissing };
}

function without(errors: BillingErrors, name: keyof BillingErrors): BillingErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name));
}

function focusFirst(errors: BillingErrors, element: HTMLFormElement): void {
  const name = [...billingFields, 'consent' as const].find((field) => errors[field]);
  const field = name && element.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
