import { expect, test } from 'vitest';
import { originName, parseOrigin } from '#shared/site/view-origins.ts';

test.each([
  ['/', ':home'],
  ['/romans', ':catalogue'],
  ['/genre', ':catalogue'],
  ['/novel', ':novel'],
  ['/chapter', ':chapter'],
  ['/bibliotheque', ':library'],
  ['/login', ':site'],
  ['/constructor', ':site'],
  ['', ':direct'],
  ['undefined', ':direct'],
  ['www.Lecture.Example', 'lecture.example'],
  ['lecture.example:8443', 'lecture.example'],
  ['com.google.android.gm', 'com.google.android.gm'],
  ['xn--caf-dma.example', 'xn--caf-dma.example'],
  ['accounts.google.com', ':site'],
  ['checkout.stripe.com', ':site'],
  ['lecture.example/secret?q=1', ':direct'],
  [':home', ':direct'],
  ['-a.example', ':direct'],
  [`${'a'.repeat(64)}.example`, ':direct'],
  [`${'a.'.repeat(130)}example`, ':direct'],
])('a page that reports %o counts as %s', (reported, origin) => {
  expect(parseOrigin(reported)).toBe(origin);
});

test('kinds have a name, hosts are their own', () => {
  expect(originName(':direct')).toBe('Adresse directe, favori, e\u2011mail ou application');
  expect(originName('lecture.example')).toBe('lecture.example');
});
