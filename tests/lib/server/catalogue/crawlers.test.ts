import { sql } from 'drizzle-orm';
import { DomUtils, parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { embedJson } from '#server/catalogue/structured-data.ts';
import { sitemapAddressesMax } from '#server/catalogue/sitemap.ts';
import { openTestApp } from '#tests/world/app.ts';
import { callEndpoint } from '#tests/world/call-endpoint.ts';
import { addNovel, chapterDraft } from '#tests/world/novels.ts';

let app: Awaited<ReturnType<typeof openTestApp>>;
beforeAll(async () => {
  app = await openTestApp();
  await addNovel(app, {
    title: 'Tom & « <b>Jerry</b> »',
    genres: ['Slice of Life'],
    tags: ['Chat', 'chat', 'souris grise'],
    chapters: [chapterDraft(1), chapterDraft(2, { isPremium: true, html: '<p>Secret.</p>' })],
  });
});
afterAll(() => app.close());

async function getXml(path: string) {
  const response = await callEndpoint(app, path);
  expect(response.status).toBe(200);
  const text = await response.text();
  return { text, document: parseDocument(text, { xmlMode: true }) };
}
const texts = (document: ReturnType<typeof parseDocument>, name: string) =>
  DomUtils.getElementsByTagName(name, document).map((element) => DomUtils.textContent(element));

describe('feeds', () => {
  test.each(['/feed.xml', '/novel/tom-b-jerry-b/feed.xml'])(
    '%s lists titles, never text',
    async (path) => {
      const { text, document } = await getXml(path);
      const titles = texts(document, 'title').filter((title) => title.includes(', chapitre'));
      expect(titles.toSorted()).toEqual([
        'Tom & « <b>Jerry</b> », chapitre 1 : Chapitre 1 du récit',
        'Tom & « <b>Jerry</b> », chapitre 2 : Chapitre 2 du récit',
      ]);
      expect(text).not.toContain('Secret');
      expect(text).not.toContain('Texte du chapitre');
    },
  );

  test('a novel that does not exist has none', async () => {
    expect((await callEndpoint(app, '/novel/rien/feed.xml')).status).toBe(404);
  });
});

describe('the sitemap', () => {
  test('lists home, the catalogue, legal pages, novels, and who has some of them', async () => {
    await app.db.insert(novels).values({
      slug: 'tu',
      title: 'Tu',
      authorName: 'Personne',
      isDraft: true,
      genres: ['Horror'],
      tags: ['secret'],
    });
    const { document, text } = await getXml('/sitemap.xml');
    expect(texts(document, 'loc')).toEqual([
      'https://feuilleton.test/',
      'https://feuilleton.test/romans',
      'https://feuilleton.test/genre',
      'https://feuilleton.test/mentions-legales',
      'https://feuilleton.test/politique-confidentialite',
      'https://feuilleton.test/conditions-generales',
      'https://feuilleton.test/accessibilite',
      'https://feuilleton.test/novel/tom-b-jerry-b',
      'https://feuilleton.test/genre/tranche-de-vie',
      'https://feuilleton.test/auteur/autrice-test',
      'https://feuilleton.test/tag/chat',
      'https://feuilleton.test/tag/souris-grise',
    ]);
    expect((await getXml('/sitemap-1.xml')).text).toBe(text);
    expect((await callEndpoint(app, '/sitemap-2.xml')).status).toBe(404);
  });

  test('becomes an index of files above 1,000 addresses, each address once', async () => {
    await app.db.transaction(async (tx) => {
      // Without triggers: their words for the search would take most of the time.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(
        sql`insert into ${novels} (id, slug, title, author_name)
          select gen_random_uuid(), 'r-' || number, 'R', 'A'
          from generate_series(1, ${sitemapAddressesMax}::int) as number`,
      );
    });
    const index = await getXml('/sitemap.xml');
    expect(texts(index.document, 'loc')).toEqual([
      'https://feuilleton.test/sitemap-1.xml',
      'https://feuilleton.test/sitemap-2.xml',
      'https://feuilleton.test/sitemap-3.xml',
    ]);
    const files = await Promise.all([1, 2, 3].map((file) => getXml(`/sitemap-${file}.xml`)));
    const addresses = files.flatMap(({ document }) => texts(document, 'loc'));
    expect(texts(files[0]?.document ?? index.document, 'loc')).toHaveLength(sitemapAddressesMax);
    // Besides the added ones: the fixed pages, one novel, and the author of the newest ones.
    expect(new Set(addresses).size).toBe(sitemapAddressesMax + 9);
    expect(addresses).toHaveLength(sitemapAddressesMax + 9);
    for (const file of [4, 5, 9999]) {
      expect((await callEndpoint(app, `/sitemap-${file}.xml`)).status).toBe(404);
    }
  });
});

test('robots find the sitemap and are excluded from calls, those of the setting from all', async () => {
  const others =
    'User-agent: *\nDisallow: /api/\nDisallow: /signaler\n\nSitemap: https://feuilleton.test/sitemap.xml\n';
  const read = async (names: string) => {
    const site = await openTestApp({ AI_CRAWLERS_REFUSED: names });
    const text = await (await callEndpoint(site, '/robots.txt')).text();
    await site.close();
    return text;
  };
  expect(await read('Un-Bot, autre')).toBe(
    `User-agent: Un-Bot\nUser-agent: autre\nDisallow: /\n\n${others}`,
  );
  expect(await read('none')).toBe(others);
});

test('text and data mining is reserved on the whole site', async () => {
  const response = await callEndpoint(app, '/.well-known/tdmrep.json');
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const policy = 'https://feuilleton.test/mentions-legales#propriete-intellectuelle';
  expect(await response.json()).toEqual([
    { location: '/', 'tdm-reservation': 1, 'tdm-policy': policy },
  ]);
});

test('JSON in a page cannot close its element', () => {
  const json = embedJson({ title: '</script><script>alert(1)</script>' });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual({ title: '</script><script>alert(1)</script>' });
});
