import { expect, test } from 'vitest';
import { addressFault, asciiAddress } from '#shared/site/email-address.ts';
import { messages } from '#shared/messages.ts';

test.each([
  'contact@librairie-été.fr',
  'contact@xn--librairie-t-kbbb.fr',
  'a@exemple.xn--p1ai',
  'a@пример.рф',
  'prenom.nom+liste@sous.exemple.fr',
  'o’brien@exemple.fr'.replace('’', "'"),
])('%s is an address', (address) => {
  expect(addressFault(address)).toBeNull();
});

test.each(['zoé@exemple.fr', 'zoé.été@librairie-été.fr', 'o’brien@exemple.fr'])(
  '%s is refused for what stands before the @',
  (address) => {
    expect(addressFault(address)).toBe(messages.emailAccent);
  },
);

test.each([
  '',
  'a',
  '@exemple.fr',
  'a@',
  'a@exemple',
  'a b@exemple.fr',
  'a@@exemple.fr',
  'a@exemple..fr',
  'a@-exemple.fr',
  'a.@exemple.fr',
  'a@127.0.0.1',
  'a@exemple.fr/x',
  'a@b.fr, c@d.fr',
  'a@e:1.fr',
  'a@exemple.fr\u200B',
  'a@exem\u00ADple.fr',
])('“%s” is no address', (address) => {
  expect(addressFault(address)).toBe(messages.billing.email);
});

test('the two forms of a domain are the same address', () => {
  const forms = ['contact@librairie-été.fr', 'contact@Librairie-ÉTÉ.fr'].map(asciiAddress);
  expect(new Set([...forms, 'contact@xn--librairie-t-kbbb.fr']).size).toBe(1);
  expect(asciiAddress('contact@XN--librairie-t-kbbb.fr')).toBe(forms[0]);
});
