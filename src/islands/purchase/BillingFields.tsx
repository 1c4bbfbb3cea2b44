import { useId, useMemo, useRef } from 'react';
import {
  billingCountries,
  countryName,
  otherCountryCodes,
} from '#shared/money/billing-countries.ts';
import { billingLimits } from '#shared/constants.ts';
import { paths } from '#shared/site/paths.ts';
import { withdrawalConsents, withdrawalConsentVersion } from '#shared/money/withdrawal-consent.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { Select } from '../ui/select/Select.tsx';
import { billingLabels, type BillingField } from './billing-form.ts';
import type { Billing } from './use-billing.ts';

/** Autofill names: https://html.spec.whatwg.org/#autofill */
const autoComplete: Record<BillingField, string> = {
  fullName: 'billing name',
  email: 'email',
  address: 'billing street-address',
  postalCode: 'billing postal-code',
  city: 'billing address-level2',
  country: 'billing country-name',
  countryCode: 'billing country',
  vatNumber: 'off',
};

/** The billing form's fields (specification, section 5), and the withdrawal box. */
export function BillingFields({ billing }: { billing: Billing }) {
  const fields = useRef<HTMLDivElement>(null);
  const { draft } = billing;
  // The pressed button is gone.
  const focusFirst = () => fields.current?.querySelector('input')?.focus();
  return (
    <>
      <DraftOffer
        draft={draft}
        words={({ fullName, address }) => [fullName, address].filter(Boolean).join(', ')}
        onTaken={(stored) => {
          billing.fill(stored);
          focusFirst();
        }}
        onDeclined={focusFirst}
      />
      <div className="billing" ref={fields}>
        <Line billing={billing} name="fullName" />
        <Line billing={billing} name="email" type="email" />
        <Line billing={billing} name="address" />
        <Line billing={billing} name="postalCode" />
        <Line billing={billing} name="city" />
        <Country billing={billing} />
        {billing.form.country === 'Autre' && <OtherCountry billing={billing} />}
        <Line billing={billing} name="vatNumber" isOptional />
      </div>
      <Consent billing={billing} />
    </>
  );
}

type LineProps = {
  billing: Billing;
  name: keyof typeof billingLimits;
  type?: 'text' | 'email';
  isOptional?: boolean;
};

function Line({ billing, name, type = 'text', isOptional = false }: LineProps) {
  return (
    <TextField
      name={name}
      type={type}
      isOptional={isOptional}
      className={`field-${name}`}
      label={billingLabels[name]}
      error={billing.errors[name]}
      autoComplete={autoComplete[name]}
      maxLength={billingLimits[name]}
      required={!isOptional}
      value={billing.form[name]}
      onChange={({ target }) => billing.write(name, target.value)}
    />
  );
}

function Country({ billing }: { billing: Billing }) {
  return (
    <Select
      name="country"
      label={billingLabels.country}
      error={billing.errors.country}
      autoComplete={autoComplete.country}
      options={billingCountries.map((country) => ({ value: country, label: country }))}
      value={billing.form.country}
      onChange={({ target }) => billing.write('country', target.value)}
    />
  );
}

/** Which country “Autre” is, by French names. */
function OtherCountry({ billing }: { billing: Billing }) {
  const options = useMemo(() => {
    const named = otherCountryCodes.map((value) => ({ value, label: countryName(value) }));
    const byName = named.sort((a, b) => a.label.localeCompare(b.label, 'fr'));
    return [{ value: '', label: 'Choisissez…' }, ...byName];
  }, []);
  return (
    <Select
      name="countryCode"
      label={billingLabels.countryCode}
      error={billing.errors.countryCode}
      autoComplete={autoComplete.countryCode}
      required
      options={options}
      value={billing.form.countryCode}
      onChange={({ target }) => billing.write('countryCode', target.value)}
    />
  );
}

function Consent({ billing }: { billing: Billing }) {
  const id = useId();
  const error = billing.errors.consent;
  return (
    <div className="withdrawal-box">
      <label htmlFor={id}>
        <input
          id={id}
          name="consent"
          type="checkbox"
          required
          checked={billing.hasConsented}
          onChange={({ target }) => billing.consent(target.checked)}
          {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        />
        <span>{withdrawalConsents[withdrawalConsentVersion]}</span>
      </label>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="muted">
        En commandant, vous acceptez les{' '}
        <a href={paths.terms} target="_blank" rel="noopener">
          conditions générales
          <span className="visually-hidden"> (nouvel onglet)</span>
        </a>
        . Pour vous rétracter ensuite, par compte ou par formulaire&nbsp;:{' '}
        <a href={paths.withdrawal} target="_blank" rel="noopener">
          Renoncer au contrat ici
          <span className="visually-hidden"> (nouvel onglet)</span>
        </a>
        .
      </p>
    </div>
  );
}
