import { describe, expect, test } from 'vitest';
import { pageKey } from '#server/core/pagecache/cached-page.ts';
import { memoryConfig } from '#scripts/budgets/built-site.ts';
import { importBuilt, isSiteBuilt, serveBuilt } from '#scripts/built-server.ts';

const reason = isSiteBuilt() ? '' : ' (skipped: the site is not built)';
const cursor = 'A'.repeat(64);
const id = '01930000-0000-7000-8000-000000000000';

/** The key of an address, by what the built pages declare. */
async function keyOf(path: string): Promise<string | null> {
  const { findPage } = await importBuilt();
  const url = new URL(path, 'http://x');
  const found = await findPage(url);
  return found && pageKey(url, found);
}

describe.skipIf(reason !== '')(`a page of the build${reason}`, () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=lettre', '/'],
    [`/?apres=${cursor}`, `/?apres=${cursor}`],
    ['/?apres=abc', '/'],
    ['/romans', '/romans'],
    ['/romans?q=&genre=&statut=&tri=&page=1', '/romans'],
    ['/romans?utm_source=x&page=0&page=2', '/romans'],
    ['/romans?page=99999', '/romans?page=42'],
    ['/romans?tri=pertinence', '/romans'],
    ['/romans?tri=recents', '/romans'],
    ['/romans?q=dragon&tri=recents', '/romans?q=dragon&tri=recents'],
    ['/romans?tri=vues&q=%20%20Forêt%09%00noire%0a', '/romans?q=For%C3%AAt+noire&tri=vues'],
    ['/romans?q=Fore%CC%82t', '/romans?q=For%C3%AAt'],
    [`/romans?q=${'a'.repeat(5_000)}`, `/romans?q=${'a'.repeat(80)}`],
    ['/romans?genre=Slice+of+Life&statut=ongoing', '/romans'],
    [
      '/romans?page=3&statut=termine&genre=tranche-de-vie',
      '/romans?genre=tranche-de-vie&statut=termine&page=3',
    ],
    ['/romans?genre=constructor&statut=toString&tri=__proto__', '/romans'],
    ['/novel/un-roman?page=01', '/novel/un-roman'],
    ['/novel/un-roman?page=1', '/novel/un-roman'],
    ['/novel/un-roman?page=1e3&tri=asc', '/novel/un-roman'],
    ['/novel/un-roman?page=99999&tri=zz', '/novel/un-roman'],
    ['/novel/un-roman?page=2&tri=desc&x=1', '/novel/un-roman?tri=desc&page=2'],
    ['/novel/un-roman?page=', '/novel/un-roman'],
    [`/chapter/${id}`, `/chapter/${id}`],
    [`/chapter/${id}?page=3`, `/chapter/${id}`],
    ['/item?x=1', '/item'],
    ['/mentions-legales?x=1', '/mentions-legales'],
    ['/auth/success?accessToken=secret', '/auth/success'],
    [`/item?apres=${cursor}`, `/item?apres=${cursor}`],
    [`/item/${id}`, `/item/${id}`],
    ['/feed.xml', '/feed.xml'],
    ['/novel/un-roman/feed.xml', '/novel/un-roman/feed.xml'],
    ['/sitemap-12.xml', '/sitemap-12.xml'],
    ['/login', '/login'],
    ['/login?x=1&motif=constructor&provider=facebook&retour=//ailleurs.test', '/login'],
    [
      '/login?provider=apple&motif=connexion&retour=/profile%3Fx=1',
      '/login?retour=%2Fprofile%3Fx%3D1&motif=connexion&provider=apple',
    ],
    // All addresses that have no page share one (`missingKey` of the server).
    ['/nulle-part?x=1', '/404'],
    ['/romans/x', '/404'],
    ['/novel/a/b', '/404'],
  ])('%s is kept as %s', async (path, key) => {
    expect(await keyOf(path)).toBe(key);
  });

  test.each([
    '/api/novels',
    '/chapter/abc',
    '/item/abc',
    '/novel/UN',
    '/sitemap-0.xml',
    '/sitemap-1e0.xml',
  ])('%s is not kept', async (path) => {
    expect(await keyOf(path)).toBeNull();
  });

  test('is one copy whatever else stands in its query, and another for what it declares', async () => {
    const { app, port, stop } = await serveBuilt(memoryConfig(0));
    const copiesAfter = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      return app.pages.size().pages;
    };
    expect(await copiesAfter('/romans')).toBe(1);
    expect(await copiesAfter('/romans?utm_source=lettre')).toBe(1);
    expect(await copiesAfter('/romans?tri=vues')).toBe(2);
    expect(await copiesAfter('/romans?x=1&tri=vues')).toBe(2);
    await stop();
  });
});
