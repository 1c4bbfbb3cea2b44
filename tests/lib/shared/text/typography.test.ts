import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setPlainText, setStoredTypography, setTypography } from '#shared/text/typography.ts';
import { asStored, examples, spelled, unspelled } from './typography-examples.ts';

/** What rules look for, to be put in any order. */
const pieces = [
  '"',
  "'",
  ' ',
  '\u00A0',
  '\u202F',
  '\u2002',
  '«',
  '»',
  '“',
  '”',
  '—',
  '–',
  '(',
  ')',
  '.',
  '...',
  '…',
  '?',
  '!',
  ';',
  ':',
  ',',
  'a',
  'à',
  'M.',
  'Li',
  'XIXe',
  '1er',
  'siècle',
  '1',
  '234',
  'voie',
  'h',
  'km',
  '°C',
  '<em>',
  '</em>',
  '<br>',
  'www.a',
  'a://b',
];

describe('French typography', () => {
  test.each(examples)('sets %s', (_, given, set) => {
    expect(spelled(setTypography(unspelled(given), 'fr'))).toBe(set);
  });

  test.each(examples)('leaves as it is what is set: %s', (_, given) => {
    const once = setTypography(unspelled(given), 'fr-CA');
    expect(setTypography(once, 'fr')).toBe(once);
  });

  test.each(examples)('stores %s without markup of its own', (_, given, set) => {
    expect(spelled(setStoredTypography(unspelled(given), 'fr'))).toBe(asStored(set));
  });

  test('leaves what is in a tag, and what is nested in a passage of another language', () => {
    expect(spelled(setTypography('<p class="d ?">a ?</p>', 'fr'))).toBe('<p class="d ?">a_?</p>');
    const nested = '<em lang="en">"no" ? <em>x ?</em> y ?</em>';
    expect(spelled(setTypography(`<p>${nested} oui ?</p>`, 'fr'))).toBe(`<p>${nested} oui_?</p>`);
  });

  test('shows the same whether a text was set before it was stored, or several times', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 10 }), (parts) => {
        const given = `<p>${parts.join('')}</p>`;
        const stored = setStoredTypography(given, 'fr');
        expect(setStoredTypography(stored, 'fr')).toBe(stored);
        expect(setTypography(stored, 'fr')).toBe(setTypography(given, 'fr'));
      }),
      { numRuns: 3_000 },
    );
  });

  test('pairs quotation marks however deep they are nested', () => {
    const depth = 20_000;
    const given = `${'"x '.repeat(depth)}y${' x"'.repeat(depth)}`;
    const set = setPlainText(given, 'fr');
    expect(set).not.toContain('"');
    expect(set.match(/[«“]/g)).toHaveLength(depth);
  });

  test('sets a text that goes on within a paragraph, where a dash begins no line', () => {
    expect(spelled(setPlainText('— dit-il ?', 'fr', false))).toBe('— dit-il_?');
  });

  test('sets plain text by the same rules, without markup', () => {
    const given = '— L\'an 1 ? dit M. Tissot... XIXe, <b> & "oui"';
    expect(spelled(setPlainText(given, 'fr'))).toBe(
      spelled('—\u2002L’an 1\u202F? dit M.\u00A0Tissot… XIXe, <b> & «\u202Foui\u202F»'),
    );
    expect(setPlainText(given, 'en')).toBe(given);
  });

  test('leaves another language as it is', () => {
    const text = '<p>"Well ?" he said...</p>';
    expect(setTypography(text, 'en')).toBe(text);
    expect(setTypography(text, 'frr')).toBe(text);
  });
});

test('a title is set too, without markup', () => {
  expect(setPlainText('Qui va là ? Voie 3, au XIXe siècle', 'fr')).toBe(
    unspelled('Qui va là_? Voie~3, au XIXe~siècle'),
  );
  expect(setPlainText('Who ? Voie 3', 'en')).toBe('Who ? Voie 3');
});

// Quadratic, it would end the test by its time limit.
test('half a million letters without a space are set, and addresses stay as they are', () => {
  const run = 'a'.repeat(500_000);
  expect(setTypography(`<p>${run}</p>`, 'fr')).toBe(`<p>${run}</p>`);
  const address = 'voir https://a.example/b?c=d!e et www.f.example';
  expect(setTypography(`<p>${address}</p>`, 'fr')).toBe(`<p>${address}</p>`);
});
