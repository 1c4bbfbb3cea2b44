import { describe, expect, test } from 'vitest';
import { parseConsent } from '#shared/site/consent.ts';

const whole = {
  necessary: true,
  analytics: false,
  preferences: true,
  marketing: false,
  accepted: '2025-03-20T08:00:00.000Z',
};
const without = (name: keyof typeof whole) =>
  JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)));

const kept = [
  JSON.stringify(whole),
  JSON.stringify({ ...whole, analytics: true, marketing: true }),
  JSON.stringify({ ...whole, accepted: '2025-03-20' }),
  JSON.stringify({ ...whole, more: 1 }, null, 2),
];

const broken = [
  null,
  '',
  'oui',
  'true',
  'null',
  '[]',
  '{}',
  '{"necessary":true',
  without('necessary'),
  without('analytics'),
  without('preferences'),
  without('marketing'),
  without('accepted'),
  JSON.stringify({ ...whole, necessary: false }),
  JSON.stringify({ ...whole, analytics: 'true' }),
  JSON.stringify({ ...whole, preferences: 1 }),
  JSON.stringify({ ...whole, marketing: null }),
  JSON.stringify({ ...whole, accepted: 1_742_457_600_000 }),
  JSON.stringify({ ...whole, accepted: 'hier' }),
  JSON.stringify({ ...whole, accepted: '20 March 2025' }),
  JSON.stringify({ ...whole, accepted: '2025-99-99T08:00:00.000Z' }),
];

describe('a stored choice', () => {
  test.each(kept)('is read as it was made: %s', (stored) => {
    expect(parseConsent(stored)).toEqual(JSON.parse(stored));
  });

  test.each(broken)('is asked for again when it is broken: %s', (stored) => {
    expect(parseConsent(stored)).toBeNull();
  });
});
