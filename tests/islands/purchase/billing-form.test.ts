import { describe, expect, test } from 'vitest';
import {
  changeBilling,
  checkBilling,
  firstBilling,
  toBillingInfo,
  type BillingForm,
} from '#islands/purchase/billing-form.ts';
import { billingLimits } from '#shared/constants.ts';
import { billingInfoSchema } from '#shared/contracts/credits.ts';

const filled: BillingForm = {
  fullName: 'Inès Vidal',
  email: 'ines@exemple.fr',
  address: '1 rue de l’Exemple',
  city: 'Lyon',
  postalCode: '69001',
  country: 'France',
  countryCode: '',
  vatNumber: '',
};
const texts = Object.keys(billingLimits) as (keyof typeof billingLimits)[];
const required = texts.filter((name) => name !== 'vatNumber');
const atLimit = (name: keyof typeof billingLimits) => {
  if (name === 'vatNumber') return 'FR'.padEnd(billingLimits.vatNumber, '1');
  const tail = name === 'email' ? '@exemple.fr' : '';
  return 'a'.repeat(billingLimits[name] - tail.length) + tail;
};

/** What the server says of each field. */
function serverErrors(form: BillingForm): Record<string, string> {
  const { error } = billingInfoSchema.safeParse(toBillingInfo(form));
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
}

describe('the browser finds what the server would refuse, in the same words', () => {
  const wrong: [string, Partial<BillingForm>][] = [
    ...required.map((name): [string, Partial<BillingForm>] => [`${name} empty`, { [name]: '' }]),
    ...required.map((name): [string, Partial<BillingForm>] => [`${name} blank`, { [name]: '  ' }]),
    ...texts.map((name): [string, Partial<BillingForm>] => [
      `${name} one too long`,
      { [name]: `a${atLimit(name)}` },
    ]),
    ['email without a point', { email: 'ines@exemple' }],
    ['email with a space', { email: 'ines vidal@exemple.fr' }],
    ['everything empty', Object.fromEntries(required.map((name) => [name, '']))],
  ];
  test.each(['', 'FR', 'XX'])('“Autre” with the code “%s”', (countryCode) => {
    const form: BillingForm = { ...filled, country: 'Autre', countryCode };
    expect(checkBilling(form)).toEqual({ countryCode: 'Veuillez préciser votre pays.' });
    expect(serverErrors(form)).toEqual(checkBilling(form));
  });

  test.each([
    ['France', '', 'fr 12 345678901', true],
    ['France', '', 'DE123456789', false],
    ['France', '', 'FR', false],
    ['France', '', 'aucun', false],
    ['Belgique', '', 'BE 0123.456.789', true],
    ['Belgique', '', 'DE123456789', false],
    ['Belgique', '', '0123.456.789', false],
    ['Autre', 'GR', 'EL123456789', true],
    ['Autre', 'GR', 'GR123456789', false],
    ['Autre', 'RE', 'FR12345678901', true],
    ['Autre', 'MC', 'FR12345678901', true],
    ['Autre', 'GF', 'FR12345678901', true],
    ['Autre', 'GB', 'GB123456789', true],
    ['Autre', 'AX', 'FI12345678', true],
    ['Autre', 'MX', 'ATE010203AB1', true],
    ['Autre', 'MX', 'DE123456789', false],
    ['Autre', 'MX', 'ATU12345678', false],
    ['Autre', 'GB', 'XI123456789', false],
    ['Suisse', '', 'CHE-123.456.789 TVA', true],
    ['Suisse', '', 'FR12345678901', false],
    ['Canada', '', '123456789RT0001', true],
    ['Canada', '', 'néant', false],
    ['Canada', '', '-', false],
  ] as const)('a VAT number in %s %s: %s', (country, countryCode, vatNumber, isRight) => {
    const form: BillingForm = { ...filled, country, countryCode, vatNumber };
    expect(Object.keys(checkBilling(form))).toEqual(isRight ? [] : ['vatNumber']);
    expect(serverErrors(form)).toEqual(checkBilling(form));
  });

  test.each(wrong)('%s', (_, change) => {
    const form = { ...filled, ...change };
    expect(checkBilling(form)).toEqual(serverErrors(form));
    expect(Object.keys(checkBilling(form)).sort()).toEqual(Object.keys(change).sort());
  });

  test.each(texts)('%s at its limit is fine', (name) => {
    // RFC 5321 wants no more before the @, and neither side counts that.
    const form = { ...filled, [name]: atLimit(name) };
    expect(checkBilling(form)).toEqual({});
    expect(serverErrors(form)).toEqual({});
  });
});

describe('the form starts with', () => {
  const user = { name: 'ines', firstName: 'Inès', lastName: 'Vidal', email: 'ines@exemple.fr' };

  test('the last order', () => {
    const last = { ...filled, country: 'Suisse' as const, vatNumber: 'CHE123' };
    expect(firstBilling(user, last)).toEqual(last);
    expect(firstBilling(user, { ...last, vatNumber: undefined }).vatNumber).toBe('');
  });

  test('its VAT number, until the country is another one’s', () => {
    const german = { ...filled, country: 'Autre' as const, vatNumber: 'DE123456789' };
    const kept = changeBilling(german, 'countryCode', 'DE');
    expect(kept.vatNumber).toBe('DE123456789');
    expect(changeBilling(kept, 'city', 'Köln').vatNumber).toBe('DE123456789');
    expect(changeBilling(kept, 'countryCode', 'AT').vatNumber).toBe('');
    expect(changeBilling(kept, 'country', 'Belgique').vatNumber).toBe('');
  });

  test('the person’s name and e-mail before the first', () => {
    expect(firstBilling(user, null)).toMatchObject({
      fullName: 'Inès Vidal',
      email: 'ines@exemple.fr',
      address: '',
      country: 'France',
    });
  });

  test('what is known of somebody who told little', () => {
    const little = { name: 'ines', firstName: '', lastName: '', email: null };
    expect(firstBilling(little, null)).toMatchObject({ fullName: 'ines', email: '' });
  });
});
