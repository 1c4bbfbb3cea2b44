import { useId, useRef } from 'react';
import { billingCountries } from '#shared/billing-countries.ts';
import { billingLimits } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { withdrawalConsents, withdrawalConsentVersion } from '#shared/withdrawal-consent.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { billingLabels, type BillingField } from './billing-form.ts';
import type { Billing } from './use-billing.ts';

/** What browsers fill in by themselves: https://html.spec.whatwg.org/#autofill */
const autoComplete: Record<BillingField, string> = {
  fullName: 'billing name',
  email: 'email',
  address: 'billing street-address',
  postalCode: 'billing postal-code',
  city: 'billing address-level2',
  country: 'billing country-name',
  vatNumber: 'off',
};

/** The billing form's fields (specification, section 5), and the withdrawal box. */
export function BillingFields({ billing }: { billing: Billing }) {
  const fields = useRef<HTMLDivElement>(null);
  const { draft } = billing;
  // The button that answered is gone.
  const focusFirst = () => fields.current?.querySelector('input')?.focus();
  return (
    <>
      <DraftOffer
        draft={draft}
        words={({ fullName, address }) => [fullName, address].filter(Boolean).join(', ')}
        onTaken={(kept) => {
          billing.fill(kept);
          focusFirst();
        }}
        onDeclined={focusFirst}
      />
      <div className="billing" ref={fields}>
        <TextField {...{ billing, name: 'fullName' }} />
        <TextField {...{ billing, name: 'email' }} type="email" />
        <TextField {...{ billing, name: 'address' }} />
        <TextField {...{ billing, name: 'postalCode' }} />
        <TextField {...{ billing, name: 'city' }} />
        <Country billing={billing} />
        <TextField {...{ billing, name: 'vatNumber' }} isOptional />
      </div>
      <Consent billing={billing} />
    </>
  );
}

type TextFieldProps = {
  billing: Billing;
  name: Exclude<BillingField, 'country'>;
  type?: 'text' | 'email';
  isOptional?: boolean;
};

function TextField({ billing, name, type = 'text', isOptional = false }: TextFieldProps) {
  const id = useId();
  const error = billing.errors[name];
  return (
    <div className={`field field-${name}`}>
      <label htmlFor={id}>
        {billingLabels[name]}
        {isOptional && <span className="muted"> (facultatif)</span>}
      </label>
      <input
        {...{ id, name, type }}
        autoComplete={autoComplete[name]}
        maxLength={billingLimits[name]}
        required={!isOptional}
        value={billing.form[name]}
        onChange={({ target }) => billing.write(name, target.value)}
        {...describedError(id, error)}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}

function Country({ billing }: { billing: Billing }) {
  const id = useId();
  const error = billing.errors.country;
  return (
    <div className="field">
      <label htmlFor={id}>{billingLabels.country}</label>
      <select
        {...{ id, name: 'country', autoComplete: autoComplete.country }}
        value={billing.form.country}
        onChange={({ target }) => billing.write('country', target.value)}
        {...describedError(id, error)}
      >
        {billingCountries.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </select>
      <FieldError id={id} error={error} />
    </div>
  );
}

function Consent({ billing }: { billing: Billing }) {
  const id = useId();
  const error = billing.errors.consent;
  return (
    <div className="withdrawal-box">
      <label htmlFor={id}>
        <input
          {...{ id, name: 'consent' }}
          type="checkbox"
          required
          checked={billing.hasConsented}
          onChange={({ target }) => billing.consent(target.checked)}
          {...describedError(id, error)}
        />
        <span>{withdrawalConsents[withdrawalConsentVersion]}</span>
      </label>
      <FieldError id={id} error={error} />
      <p className="muted">
        En commandant, vous acceptez les{' '}
        <a href={paths.terms} target="_blank" rel="noopener">
          conditions générales
          <span className="visually-hidden"> (nouvel onglet)</span>
        </a>
        .
      </p>
    </div>
  );
}

function describedError(id: string, error: string | undefined) {
  return error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` };
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error === undefined ? null : (
    <p className="field-error" id={`${id}-error`}>
      {error}
    </p>
  );
}
