import { describe, expect, test } from 'vitest';
import { isOfBuild, cachePath, pageFacts } from '#browser/offline/store/page-facts.ts';

const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const at = (path: string) => new URL(path, 'https://feuilleton.example');

describe('a page that may be kept', () => {
  test.each([
    '/',
    '/bibliotheque',
    '/novel/contre-courant',
    '/novel/a?tri=desc&page=2',
    `/chapter/${id}`,
  ])('is %s', (path) => expect(cachePath(at(path))).toBe(path));

  test.each([
    ['/?utm_source=lettre&utm_medium=email', '/'],
    [`/chapter/${id}?fbclid=IwAR0`, `/chapter/${id}`],
    ['/novel/a?gclid=x&tri=desc&ref=ami&page=2', '/novel/a?tri=desc&page=2'],
  ])('is %s by its address without tracking', (path, kept) =>
    expect(cachePath(at(path))).toBe(kept),
  );

  test.each([
    '/profile',
    '/payment',
    '/login',
    '/api/chapters/1',
    '/auth/success?accessToken=x',
    '/my-novels',
    '/moderation',
    '/?apres=x',
    `/chapter/${id}?accessToken=x`,
    `/chapter/${id}?utm_source=x&accessToken=x`,
    '/novel/A/feed.xml',
  ])('is not %s', (path) => expect(cachePath(at(path))).toBeNull());
});

describe('a page of a build', () => {
  const files = new Set(['/_astro/page.A1.js', '/_astro/use.B2.js']);

  test('names scripts of that build alone', () => {
    expect(isOfBuild('<script src="/_astro/page.A1.js"></script>', files)).toBe(true);
    expect(isOfBuild('import("/_astro/use.B2.js?0") <p>/_astro/fonts-1/a.woff2</p>', files)).toBe(
      true,
    );
    expect(isOfBuild('<script src="/_astro/page.C3.js"></script>', files)).toBe(false);
  });
});

describe('what is known of a kept page', () => {
  const article = `<article class="reader" data-novel="${id}" data-chapter-number="3">`;

  test('is its title as it is read, and its novel', () => {
    const html = `<title>L&#39;aube &amp; nous · Contre-courant · Feuilleton</title>${article}<div class="chapter-text">`;
    expect(pageFacts(html)).toEqual({
      title: "L'aube & nous · Contre-courant",
      novelId: id,
      number: 3,
      isLocked: false,
    });
  });

  test('tells a chapter without its text from one with it', () => {
    expect(pageFacts(`<title>A · Feuilleton</title>${article}<div class="premium">`).isLocked).toBe(
      true,
    );
    expect(pageFacts('<title>Feuilleton</title>').isLocked).toBe(false);
  });
});
