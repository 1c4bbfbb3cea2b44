import type { APIContext } from 'astro';
import { expect, test } from 'vitest';
import { pageKey } from '#server/core/pagecache/cached-page.ts';
import { cachedResponse } from '#server/core/pagecache/lifetime.ts';
import { openSite } from '#tests/world/site.ts';

test('a page sees the parameters that it declares, in their order, and no other', () => {
  const cached = { query: { tri: /^desc$/, page: /^\d$/ } };
  const keyOf = (path: string) => pageKey(new URL(path, 'http://x'), { cached, params: {} });
  expect(keyOf('/a?utm_source=lettre')).toBe('/a');
  expect(keyOf('/a?page=2&tri=desc&x=1')).toBe('/a?tri=desc&page=2');
  expect(keyOf('/a?page=22')).toBe('/a');
});

test('a page is kept at addresses of its form only', () => {
  const found = (id: string) => ({ cached: { params: { id: /^\d+$/ } }, params: { id } });
  expect(pageKey(new URL('http://x/a/1'), found('1'))).toBe('/a/1');
  expect(pageKey(new URL('http://x/a/b'), found('b'))).toBeNull();
});

test('a page that may be kept and declares nothing fails', async () => {
  const site = await openSite((_request, locals) => {
    const context = { locals: { ...locals, route: '/oubliee' } } as unknown as APIContext;
    return Promise.resolve().then(() =>
      cachedResponse(context, 'un texte', { type: 'text/plain', tags: [] }),
    );
  });
  try {
    const kept = await fetch(`${site.url}/novel/un-roman`);
    expect([kept.status, await kept.text()]).toEqual([200, 'un texte']);
    expect((await fetch(`${site.url}/oubliee`)).status).toBe(500);
    expect(JSON.stringify(site.lines)).toContain('/oubliee may be kept and exports no `cached`');
  } finally {
    await site.close();
  }
});
