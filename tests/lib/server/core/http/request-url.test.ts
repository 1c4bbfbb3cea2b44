import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { canonicalTarget, readUrl } from '#server/core/http/request-url.ts';

function read(target: string): URL | null {
  const message = new IncomingMessage(new Socket());
  message.url = target;
  return readUrl(message);
}

describe('the target of a request', () => {
  test.each([
    ['/novel/un?page=2', '/novel/un'],
    ['http://feuilleton.test/novel/un', '/novel/un'],
    ['//novel/un', '//novel/un'],
    ['/novel/%C3%A9t%C3%A9', '/novel/%C3%A9t%C3%A9'],
  ])('%s is %s', (target, path) => {
    expect(read(target)?.pathname).toBe(path);
  });

  test('is on this site, whatever host and name it gives', () => {
    expect(read('http://a:b@ailleurs.test/api/novels?x=1')?.href).toBe(
      'http://localhost/api/novels?x=1',
    );
  });

  test.each([
    '*',
    'novel',
    '/novel/%E0%A4%A',
    '/tag/a%00b',
    '/novel/%0A',
    '/novel/%C2%85',
    'ftp://x/y',
    '',
  ])('%j is none', (target) => {
    expect(read(target)).toBeNull();
  });

  test('is null if it is too long for the header of a redirect', () => {
    expect(read(`/romans?q=${'a'.repeat(4000)}`)).not.toBeNull();
    expect(read(`/romans?q=${'a'.repeat(4100)}`)).toBeNull();
    // Encoding makes unencoded characters longer.
    expect(read(`/romans?q=${'é'.repeat(800)}`)).toBeNull();
  });
});

describe('the canonical address', () => {
  test.each([
    ['//novel/un', '/novel/un'],
    ['/novel//un/', '/novel/un'],
    ['/%6eovel/un?page=2', '/novel/un?page=2'],
    ['/mentions-legales.html', '/mentions-legales'],
    ['/mentions-legales/', '/mentions-legales'],
  ])('of %s is %s', (target, canonical) => {
    const url = read(target);
    expect(url && canonicalTarget(url)).toBe(canonical);
  });

  test.each(['/', '/novel/un', '/feed.xml', '/novel/a%2Fb', '/novel/%C3%A9'])(
    '%s is already',
    (target) => {
      const url = read(target);
      expect(url && canonicalTarget(url)).toBeNull();
    },
  );
});
