import { useState } from 'react';
import { v4 as uuidv4 } from 'uuid';
import type { UserBody } from '#shared/contracts/auth.ts';
import type { BillingInfoBody } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import type { Goods } from './ExactOffers.tsx';
import { useStoredDraft, type StoredDraft } from '../ui/use-stored-draft.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';
import {
  billingFields,
  changeBilling,
  checkBilling,
  firstBilling,
  parseBillingDraft,
  type BillingErrors,
  type BillingField,
  type BillingForm,
} from './billing-form.ts';

/** The billing form of one purchase, and the withdrawal box, initially unchecked. */
export type Billing = {
  form: BillingForm;
  hasConsented: boolean;
  errors: BillingErrors;
  write: (name: BillingField, text: string) => void;
  consent: (hasConsented: boolean) => void;
  /** Validates the form; on failure shows the errors and focuses the first invalid field. */
  check: (element: HTMLFormElement) => boolean;
  /** The idempotency key of an order of these goods and form: stable until either changes. */
  keyFor: (goods: Pick<Goods, 'id' | 'rest'>) => string;
  /** Sets the server's errors by field. */
  refuse: (errors: BillingErrors, element: HTMLFormElement) => void;
  /** The draft saved when a session ended, to offer; call `forget` once the order is created. */
  draft: StoredDraft<BillingForm>;
  /** Restores the draft; the withdrawal box stays unchecked. */
  fill: (draft: BillingForm) => void;
};

/**
 * What was typed on this page, so that closing the form, or its modal, loses nothing. In
 * memory, and written in the browser only.
 */
let typed: { personId: string; form: BillingForm } | null = null;
/** The last order sent, and its idempotency key, reused by a retry. */
let ordered = { what: '', key: '' };

/** Errors show after the first failed submit, and then update on each change (section 5). */
export function useBilling(user: UserBody, last: BillingInfoBody | null): Billing {
  const [form, setForm] = useState(() =>
    typed?.personId === user._id ? typed.form : firstBilling(user, last),
  );
  const [hasConsented, setConsented] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<BillingErrors>({});
  const place = { form: 'billing', personId: user._id, subject: 'order' } as const;
  const draft = useStoredDraft(place, parseBillingDraft);
  useUnsavedWork(place, () => (typed?.personId === user._id ? typed.form : null));
  const found = findErrors(form, hasConsented);
  return {
    form,
    hasConsented,
    errors: { ...refused, ...(isChecked && found) },
    write: (name, text) => {
      const next = changeBilling(form, name, text);
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
    keyFor: ({ id, rest }) => {
      const what = JSON.stringify([user._id, id, rest, form]);
      if (ordered.what !== what) ordered = { what, key: uuidv4() };
      return ordered.key;
    },
    refuse: (errors, element) => {
      setRefused(errors);
      focusFirst(errors, element);
    },
    draft,
    fill: (stored) => {
      typed = { personId: user._id, form: stored };
      setForm(stored);
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
