import { describe, expect, test } from 'vitest';
import { readAppleNames, readClaims } from '#server/people/identity/claims.ts';

const sub = 's-1';
const namesOf = (given_name: unknown) => readClaims('google', { sub, given_name })?.names.firstName;

describe('claims', () => {
  test('are only the subject if nothing else is given', () => {
    expect(readClaims('google', { sub })).toEqual({
      subject: sub,
      email: null,
      emailVerified: false,
      emailAuthoritative: false,
      names: { firstName: '', lastName: '', fullName: '' },
      pictureUrl: null,
    });
  });

  test.each([undefined, null, '', 7, 'a b', 'é', '\u0000', 'x'.repeat(256)])(
    'are null for the subject %j',
    (subject) => {
      expect(readClaims('google', { sub: subject })).toBeNull();
    },
  );

  test.each([undefined, null, 7, '', 'sans-arobase', 'a@b@c', 'a b@c.test', 'a@b\u0000', '@'])(
    'have no e-mail for %j, verified or not',
    (email) => {
      expect(readClaims('google', { sub, email, email_verified: true })).toMatchObject({
        email: null,
        emailVerified: false,
      });
    },
  );

  // U+212A, the Kelvin sign, is a k to a database that folds case; ſ (U+017F) an s.
  test.each([
    '\u212Aarim@exemple.test',
    'karim@exemple.te\u017Ft',
    'léa@exemple.test',
    'a@b\u0430.test',
  ])('hold %j as not verified, whatever the provider says', (email) => {
    expect(readClaims('google', { sub, email, email_verified: true })).toMatchObject({
      email,
      emailVerified: false,
    });
  });

  test.each([
    ['Léa', 'Léa'],
    ['  Léa \n  Anne ', 'Léa Anne'],
    ['Le\u0301a', 'Léa'],
    ['L\u0000é\u0007a', 'L é a'],
    ['\u202EaéL\u2066', 'aéL'],
    ['Lé\u200Ba\u2060 \uFEFF Anne', 'Léa Anne'],
    ['\u200B\u200D\u3164\u2800\u00AD', ''],
    [' \u0301 ', ''],
    ['Zo\uD800', 'Zo\uFFFD'],
    ['x'.repeat(500), 'x'.repeat(80)],
    ['🙂'.repeat(100), '🙂'.repeat(80)],
    [7, ''],
    [null, ''],
    [['Léa'], ''],
  ])('hold the name %j as %j', (given, expected) => {
    expect(namesOf(given)).toBe(expected);
  });

  test.each(['pas une adresse', 7, null, `https://x.test/${'a'.repeat(3_000)}`])(
    'have no picture at %j',
    (picture) => {
      expect(readClaims('google', { sub, picture })?.pictureUrl).toBeNull();
    },
  );
});

describe('Apple’s user', () => {
  test('has names, and never an e-mail', () => {
    const user = { name: { firstName: 'Zoé', lastName: 'Durand' }, email: 'a@b.test' };
    expect(readAppleNames(JSON.stringify(user))).toEqual({
      firstName: 'Zoé',
      lastName: 'Durand',
      fullName: '',
    });
  });

  test.each([null, '', '{}', '[]', '"x"', 'null', '{"name":null}', '{"name":[]}', '{'])(
    'is null for %j',
    (user) => {
      expect(readAppleNames(user)?.firstName ?? '').toBe('');
    },
  );
});
