import { expect, test } from 'vitest';
import { slugify } from '#server/publishing/slug.ts';

test.each([
  ['L’Écho à Nîmes', 'l-echo-a-nimes'],
  ['Œuvres & cætera', 'oeuvres-caetera'],
  ['  ', 'roman'],
  ['日本', 'roman'],
  ['x'.repeat(200), 'x'.repeat(80)],
  ['mot '.repeat(40), 'mot-'.repeat(20).slice(0, -1)],
])('the title “%s” has the address %s', (title, slug) => {
  expect(slugify(title)).toBe(slug);
});
