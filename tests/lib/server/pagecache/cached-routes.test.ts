import { expect, test } from 'vitest';
import { pageKey } from '../../../../src/lib/server/pagecache/cached-routes.ts';

const cursor = 'A'.repeat(64);
const id = '01930000-0000-7000-8000-000000000000';

test.each([
  ['/', '/'],
  ['/?utm_source=lettre', '/'],
  [`/?apres=${cursor}`, `/?apres=${cursor}`],
  ['/?apres=abc', '/'],
  ['/novel/un-roman?page=01', '/novel/un-roman'],
  ['/novel/un-roman?page=1', '/novel/un-roman'],
  ['/novel/un-roman?page=1e3&tri=asc', '/novel/un-roman'],
  ['/novel/un-roman?page=99999&tri=zz', '/novel/un-roman'],
  ['/novel/un-roman?page=2&tri=desc&x=1', '/novel/un-roman?tri=desc&page=2'],
  ['/novel/un-roman?page=', '/novel/un-roman'],
  [`/chapter/${id}`, `/chapter/${id}`],
  [`/chapter/${id}?page=3`, `/chapter/${id}`],
  ['/item?x=1', '/item'],
  [`/item?apres=${cursor}`, `/item?apres=${cursor}`],
  [`/item/${id}`, `/item/${id}`],
  ['/feed.xml', '/feed.xml'],
  ['/novel/un-roman/feed.xml', '/novel/un-roman/feed.xml'],
  ['/sitemap-12.xml', '/sitemap-12.xml'],
])('%s is kept as %s', (path, key) => {
  expect(pageKey(new URL(path, 'http://x'))).toBe(key);
});

test.each([
  '/api/novels',
  '/login',
  '/chapter/abc',
  '/item/abc',
  '/novel/UN',
  '/novel/a/b',
  '/mentions-legales',
  '/sitemap-0.xml',
  '/sitemap-1e0.xml',
])('%s is not kept', (path) => {
  expect(pageKey(new URL(path, 'http://x'))).toBeNull();
});
