import { expect, test } from 'vitest';
import { parsePayer } from '#server/core/config/payer.ts';

const iban = 'FR7630006000011234567890189';

test('the account that pays authors is the publisher’s, unless another holder is named', () => {
  const spaced = { PAYER_IBAN: 'fr76 3000 6000 0112 3456 7890 189' };
  expect(parsePayer(spaced, true, 'Éditions')).toEqual({ payer: { name: 'Éditions', iban } });
  const named = { PAYER_IBAN: iban, PAYER_NAME: 'Éditions, compte auteurs' };
  expect(parsePayer(named, true, 'Éditions')).toEqual({
    payer: { name: 'Éditions, compte auteurs', iban },
  });
});

test('in production nothing stands in for a missing account', () => {
  expect(parsePayer({}, true, 'Éditions')).toEqual({ payer: null });
  expect(parsePayer({}, false, 'Éditions')).toMatchObject({ payer: { name: 'Éditions' } });
});

test.each([
  { PAYER_IBAN: 'FR7630006000011234567890188' },
  { PAYER_IBAN: 'US64SVBKUS6S3300958879' },
  { PAYER_IBAN: iban, PAYER_NAME: 'x'.repeat(71) },
])('a wrong account stops the start: %j', (environment) => {
  expect(parsePayer(environment, true, 'Éditions')).toHaveProperty('problems.length', 1);
});
