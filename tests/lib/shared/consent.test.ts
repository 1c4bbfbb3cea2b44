import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { parseConsent } from '#shared/consent.ts';

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
  JSON.stringify({ ...whole, accepted: ['2025-03-20'] }),
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

describe('the first paint', () => {
  const script = readFileSync(
    new URL('../../../src/lib/browser/first-paint.js', import.meta.url),
    'utf8',
  );
  /** What the script makes of a storage, with the least of a page that it needs. */
  const consentAtFirstPaint = (localStorage: { getItem: (key: string) => string | null }) => {
    const documentElement = { dataset: {} as Record<string, string>, style: {} };
    const document = { documentElement, body: { classList: {} } };
    runInNewContext(script, { document, localStorage, addEventListener: () => undefined });
    return documentElement.dataset.consent;
  };
  const stored = (value: string | null) => ({
    getItem: (key: string) => (key === 'cookieConsent' ? value : null),
  });

  test.each(kept)('shows no banner to who has chosen: %s', (value) => {
    expect(consentAtFirstPaint(stored(value))).toBe('given');
  });

  test.each(broken)('shows the banner where nothing valid is stored: %s', (value) => {
    expect(consentAtFirstPaint(stored(value))).toBe('ask');
  });

  test('shows the banner where storage is closed', () => {
    const closed = () => {
      throw new Error('closed');
    };
    expect(consentAtFirstPaint({ getItem: closed })).toBe('ask');
  });
});
