import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturnPath } from '#shared/site/return-path.ts';

describe('the return path after a sign-in', () => {
  test.each([
    '/',
    '/novel/la-forgeronne-de-brume',
    '/novel/la-forgeronne-de-brume?tri=desc&page=2',
    '/novel/la-forgeronne-de-brume?tri=desc#chapitres',
    '/chapter/01890000-0000-7000-8000-000000000000',
    '/profile',
    '/loginette',
    '/apiculture',
    '/novel/l%E2%80%99%C3%A9t%C3%A9',
  ])('leads to %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  test.each([
    ['/chapter/1?utm_source=lettre#note-2', '/chapter/1#note-2'],
    ['/romans?q=l%27aube+rouge&fbclid=x&genre=Fantasy', '/romans?q=l%27aube+rouge&genre=Fantasy'],
  ])('has no tracking of %s', (given, path) => {
    expect(safeReturnPath(given)).toBe(path);
  });

  test.each([
    ['nothing', null],
    ['nothing at all', undefined],
    ['an empty text', ''],
    ['a path without a slash', 'novel/x'],
    ['another site', 'https://ailleurs.example/'],
    ['another site in capitals', 'HTTPS://AILLEURS.EXAMPLE/'],
    ['another host', '//ailleurs.example'],
    ['another host behind three slashes', '///ailleurs.example'],
    ['a backslash', '/\\ailleurs.example'],
    ['two backslashes', '\\\\ailleurs.example'],
    ['a slash and a backslash in turn', '/\\/ailleurs.example'],
    ['a tab inside', '/\t/ailleurs.example'],
    ['a line break inside', '/\n/ailleurs.example'],
    ['a carriage return inside', '/\r/ailleurs.example'],
    ['a null byte', '/\0/ailleurs.example'],
    ['a space before', ' //ailleurs.example'],
    ['dots that leave another host', '/..//ailleurs.example'],
    ['dots that leave another host, further down', '/a/..//ailleurs.example'],
    ['encoded dots that leave another host', '/%2e%2e//ailleurs.example'],
    ['a script', 'javascript:alert(1)'],
    ['a script behind a slash and a break', '/\njavascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['a name and a password', '//a:b@ailleurs.example/'],
    ['a header', '/novel\r\nlocation: https://ailleurs.example'],
    ['letters outside ASCII', '/novel/été'],
    ['a division slash', '/\u2215ailleurs.example'],
    ['a full-width slash', '/／ailleurs.example'],
    ['a very long path', `/${'a'.repeat(600)}`],
    ['a call', '/api/auth/logout'],
    ['the sign-in page', '/login'],
    ['the sign-in page with a query', '/login?retour=/login'],
    ['the sign-in page by way of dots', '/novel/../login'],
    ['register', '/register'],
    ['the page of arrival', '/auth/success?accessToken=abc'],
    ['the page of arrival with an encoded letter', '/%61uth/success?accessToken=abc'],
    ['the page of arrival with an encoded slash', '/auth%2Fsuccess?accessToken=abc'],
    ['the page of arrival by way of encoded dots', '/novel%2F..%2Fauth/success?accessToken=abc'],
    ['the page of arrival behind an encoded backslash', '/%5Cauth/success?accessToken=abc'],
    ['the page of arrival, encoded twice', '/%2561uth/success?accessToken=abc'],
    ['the page of arrival, encoded six times', '/%252525252561uth/success?accessToken=abc'],
    ['the page of arrival in capitals', '/AUTH/success?accessToken=abc'],
    ['a call with an encoded letter', '/%61pi/auth/logout'],
    ['what cannot be decoded', '/novel/%E2'],
  ])('is home for %s', (_, given) => {
    expect(safeReturnPath(given)).toBe('/');
  });

  test('never leaves this site, whatever the input', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '..',
      '.',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      'ailleurs.example',
      'https:',
      'javascript:',
      'novel',
      'api',
      ' ',
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 8 }).map((found) => found.join('')),
      fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    );
    fc.assert(
      fc.property(texts, (given) => {
        const path = safeReturnPath(given);
        expect(new URL(path, 'https://feuilleton.test').origin).toBe('https://feuilleton.test');
        expect(path.startsWith('/') && !path.startsWith('//')).toBe(true);
        expect(safeReturnPath(path)).toBe(path);
      }),
      { numRuns: 500 },
    );
  });
});
