import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { bodyIn, bytesOf, isThorough } from '#server/core/pagecache/encodings.ts';
import {
  createPageCache,
  freshForMs,
  joinableForMs,
  staleForMs,
  type PageCache,
} from '#server/core/pagecache/page-cache.ts';
import { copiesPerPathMax } from '#server/core/pagecache/copies.ts';
import type { RenderedPage } from '#server/core/pagecache/stored-page.ts';
import { chapterLifetime, pageLifetime } from '#server/core/pagecache/lifetime.ts';
import { createClock, type TestClock } from '#tests/world/app.ts';

let clock: TestClock;
let cache: PageCache;
let renders: number;

beforeEach(() => {
  clock = createClock();
  cache = createPageCache({ maxBytes: 1_000_000, clock, log: pino({ level: 'silent' }) });
  renders = 0;
});

function page(text: string, tags: string[] = ['home'], status = 200): RenderedPage {
  renders += 1;
  const headers = { 'content-type': 'text/html', 'cache-control': pageLifetime };
  return { status, headers, body: Buffer.from(text), tags };
}

function chapter(text: string): RenderedPage {
  return { ...page(text), headers: { 'cache-control': chapterLifetime } };
}

/** A render that ends when the test says so. */
function slowly(text: string, tags: string[]) {
  let finish: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (finish = resolve));
  return { render: async () => (await started, page(text, tags)), finish: () => finish() };
}

const textOf = (stored: Awaited<ReturnType<PageCache['get']>>) =>
  bodyIn(stored.bodies, 'identity').toString();

const isKept = (key: string) =>
  cache.getCached(key, () => Promise.reject(new Error('nothing is rendered'))) !== null;

describe('copies of one page', () => {
  test('are limited in LRU order, and other pages are left alone', async () => {
    await cache.get('/', () => Promise.resolve(page('home')));
    await cache.get('/novel/a?page=2', () => Promise.resolve(page('novel')));
    for (let copy = 0; copy < copiesPerPathMax; copy++) {
      await cache.get(`/romans?q=${copy}`, () => Promise.resolve(page('found')));
    }
    expect(isKept('/romans?q=0')).toBe(true);
    await cache.get('/romans?q=more', () => Promise.resolve(page('found')));
    expect(isKept('/romans?q=0')).toBe(true);
    expect(isKept('/romans?q=1')).toBe(false);
    expect(isKept('/romans?q=more')).toBe(true);
    expect(cache.size().pages).toBe(copiesPerPathMax + 2);
    cache.changed(['home']);
    expect(cache.size().pages).toBe(0);
    await cache.get('/romans?q=1', () => Promise.resolve(page('found')));
    expect(cache.size().pages).toBe(1);
  });
});

describe('the page cache', () => {
  test('renders a page once for concurrent and later requests', async () => {
    const render = () => Promise.resolve(page('un'));
    await Promise.all([cache.get('/', render), cache.get('/', render)]);
    await cache.get('/', render);
    expect(renders).toBe(1);
  });

  test('compresses a page thoroughly once it is asked for again, and keeps its ETag', async () => {
    const text = Array.from({ length: 400 }, (_, index) => `Phrase ${index * index}.`).join(' ');
    const first = await cache.get('/', () => Promise.resolve(page(text)));
    const bytesBefore = cache.size().bytes;
    const again = () => cache.get('/', () => Promise.resolve(page('autre')));
    await expect.poll(async () => isThorough((await again()).bodies)).toBe(true);
    const later = await again();
    expect(later.etag).toBe(first.etag);
    expect(textOf(later)).toBe(text);
    expect(cache.size().bytes).toBe(bytesBefore - bytesOf(first.bodies) + bytesOf(later.bodies));
    expect(renders).toBe(1);
  });

  test('does not compress again a page that is the same after a render', async () => {
    const first = await cache.get('/', () => Promise.resolve(chapter('un texte')));
    clock.advance(freshForMs + 1);
    const again = await cache.get('/', () => Promise.resolve(chapter('un texte')));
    expect(renders).toBe(2);
    expect(again.bodies).toBe(first.bodies);
    expect(again.etag).toBe(first.etag);
    clock.advance(freshForMs + 1);
    const changed = await cache.get('/', () => Promise.resolve(chapter('un autre texte')));
    expect(changed.etag).not.toBe(first.etag);
    expect(textOf(changed)).toBe('un autre texte');
  });

  test('has the same text in every encoding', async () => {
    const { bodies } = await cache.get('/', () => Promise.resolve(page('texte '.repeat(100))));
    expect(gunzipSync(bodyIn(bodies, 'gzip')).toString()).toBe('texte '.repeat(100));
    expect(brotliDecompressSync(bodyIn(bodies, 'br')).toString()).toBe('texte '.repeat(100));
  });

  test('sends a page older than a minute at once and revalidates it in the background', async () => {
    await cache.get('/', () => Promise.resolve(page('ancien')));
    clock.advance(freshForMs + 1);
    expect(textOf(await cache.get('/', () => Promise.resolve(page('nouveau'))))).toBe('ancien');
    const next = () => cache.get('/', () => Promise.resolve(page('jamais')));
    await expect.poll(async () => textOf(await next())).toBe('nouveau');
  });

  test('keeps the stale page when rendering it again fails', async () => {
    await cache.get('/', () => Promise.resolve(page('ancien')));
    clock.advance(freshForMs + 1);
    const fail = () => Promise.reject(new Error('database is down'));
    expect(textOf(await cache.get('/', fail))).toBe('ancien');
    expect(textOf(await cache.get('/', fail))).toBe('ancien');
  });

  test('sends no chapter older than a minute, whose text may no longer be free', async () => {
    await cache.get('/chapter/1', () => Promise.resolve(chapter('libre')));
    clock.advance(freshForMs - 1);
    expect(textOf(await cache.get('/chapter/1', () => Promise.resolve(chapter('cadenas'))))).toBe(
      'libre',
    );
    clock.advance(2);
    expect(isKept('/chapter/1')).toBe(false);
    expect(textOf(await cache.get('/chapter/1', () => Promise.resolve(chapter('cadenas'))))).toBe(
      'cadenas',
    );
    expect(isKept('/chapter/1')).toBe(true);
  });

  test('sends a stale chapter if it cannot be rendered again, and none that was dropped', async () => {
    const fail = () => Promise.reject(new Error('database is down'));
    await cache.get('/chapter/1', () => Promise.resolve(chapter('libre')));
    clock.advance(freshForMs + 1);
    expect(textOf(await cache.get('/chapter/1', fail))).toBe('libre');
    cache.changed(['home']);
    await expect(cache.get('/chapter/1', fail)).rejects.toThrow('database is down');
  });

  test('sends no chapter older than two minutes, whatever fails', async () => {
    await cache.get('/chapter/1', () => Promise.resolve(chapter('libre')));
    clock.advance(2 * freshForMs);
    const fail = () => Promise.reject(new Error('database is down'));
    await expect(cache.get('/chapter/1', fail)).rejects.toThrow('database is down');
  });

  test('does not send a page older than a day', async () => {
    await cache.get('/', () => Promise.resolve(page('ancien')));
    clock.advance(freshForMs + staleForMs + 1);
    expect(textOf(await cache.get('/', () => Promise.resolve(page('nouveau'))))).toBe('nouveau');
  });

  test('drops what shows a changed tag and nothing else', async () => {
    await cache.get('/a', () => Promise.resolve(page('a', ['novel:1', 'home'])));
    await cache.get('/b', () => Promise.resolve(page('b', ['novel:2'])));
    cache.changed(['novel:1']);
    expect([isKept('/a'), isKept('/b')]).toEqual([false, true]);
  });

  test('keeps a page, whatever its age, that cannot be rendered again', async () => {
    await cache.get('/', () => Promise.resolve(page('ancien')));
    clock.advance(freshForMs + staleForMs + 1);
    const fail = () => Promise.resolve(page('panne', [], 503));
    expect(textOf(await cache.get('/', fail))).toBe('ancien');
    expect(textOf(await cache.get('/', fail))).toBe('ancien');
  });

  test('does not cache an error, nor a render that failed', async () => {
    await cache.get('/x', () => Promise.resolve(page('absent', [], 404)));
    await expect(cache.get('/y', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(cache.size()).toEqual({ pages: 0, bytes: 0 });
    expect(textOf(await cache.get('/y', () => Promise.resolve(page('oui'))))).toBe('oui');
  });

  test('stays within its bytes by evicting the least recently used', async () => {
    cache = createPageCache({ maxBytes: 9_000, clock, log: pino({ level: 'silent' }) });
    const incompressible = (key: string) => ({
      ...page('x'.repeat(3_000)),
      headers: { 'content-type': `image/${key}` },
    });
    for (const key of ['a', 'b']) await cache.get(key, () => Promise.resolve(incompressible(key)));
    await cache.get('a', () => Promise.reject(new Error('is kept')));
    await cache.get('c', () => Promise.resolve(incompressible('c')));
    expect(['a', 'b', 'c'].map(isKept)).toEqual([true, false, true]);
    expect(cache.size().bytes).toBeLessThanOrEqual(9_000);
  });

  test('does not cache a page larger than its limit', async () => {
    cache = createPageCache({ maxBytes: 2_000, clock, log: pino({ level: 'silent' }) });
    await cache.get('a', () =>
      Promise.resolve({ ...page('x'.repeat(3_000)), headers: { 'content-type': 'image/webp' } }),
    );
    expect(cache.size()).toEqual({ pages: 0, bytes: 0 });
  });
});

describe('a change while a page is rendered', () => {
  test('of something else does not affect the render: twenty requests, one render, and it is cached', async () => {
    const { render, finish } = slowly('texte', ['novel:1']);
    const answers = Array.from({ length: 20 }, (_, other) => {
      const answer = cache.get('/a', render);
      cache.changed([`novel:other-${other}`]);
      return answer;
    });
    finish();
    await Promise.all(answers);
    expect(renders).toBe(1);
    expect(isKept('/a')).toBe(true);
  });

  test('of its own tag: it is not cached, and later requests wait for one more render', async () => {
    const { render, finish } = slowly('avant', ['novel:1']);
    const before = cache.get('/a', render);
    cache.changed(['novel:1']);
    const next = () => Promise.resolve(page('après', ['novel:1']));
    const after = [cache.get('/a', next), cache.get('/a', next)];
    // Another change in between does not hide the first one.
    cache.changed(['novel:2']);
    after.push(cache.get('/a', next));
    expect(renders).toBe(0);
    finish();
    expect(textOf(await before)).toBe('avant');
    expect((await Promise.all(after)).map(textOf)).toEqual(['après', 'après', 'après']);
    expect(renders).toBe(2);
    expect(textOf(await cache.get('/a', next))).toBe('après');
    expect(renders).toBe(2);
  });

  test('gives earlier requests the old page, and delays nobody else', async () => {
    const { render, finish } = slowly('avant', ['novel:1']);
    const before = cache.get('/a', render);
    cache.changed(['novel:1']);
    finish();
    expect(textOf(await before)).toBe('avant');
    expect(isKept('/a')).toBe(false);
  });

  test('makes a page that was not found be rendered again, whatever changed', async () => {
    const started = slowly('absent', []);
    const missing = async () => ({ ...(await started.render()), status: 404 });
    const before = cache.get('/novel/a', missing);
    cache.changed(['home', 'novel:1']);
    const after = cache.get('/novel/a', () => Promise.resolve(page('paru', ['novel:1'])));
    started.finish();
    expect((await before).status).toBe(404);
    expect(textOf(await after)).toBe('paru');
  });

  test('of everything: no render in flight is cached or waited for', async () => {
    const { render, finish } = slowly('avant', ['novel:1']);
    const before = cache.get('/a', render);
    cache.clear();
    const after = await cache.get('/a', () => Promise.resolve(page('après', ['novel:1'])));
    expect(textOf(after)).toBe('après');
    finish();
    expect(textOf(await before)).toBe('avant');
    expect(textOf(await cache.get('/a', render))).toBe('après');
  });
});

describe('while announcements of other instances are missed', () => {
  const refused = (): Promise<RenderedPage> => Promise.reject(new Error('the database is away'));
  const failed = () => Promise.resolve(page('panne', [], 503));
  const headersOf = async (key: string, render = refused) => (await cache.get(key, render)).headers;
  const outlast = async (key: string, render = refused) =>
    textOf(await cache.get(key, render).catch(() => cache.get('/nothing', failed)));

  beforeEach(async () => {
    await cache.get('/', () => Promise.resolve(page('accueil')));
    await cache.get('/chapter/1', () => Promise.resolve(chapter('libre')));
  });

  test('pages are rendered, not taken from the cache', async () => {
    cache.lost(0);
    for (const text of ['un', 'deux']) {
      expect(textOf(await cache.get('/', () => Promise.resolve(page(text))))).toBe(text);
      expect(cache.getCached('/', refused)).toBeNull();
    }
  });

  test.each([
    ['throws', refused],
    ['is an error page', failed],
  ])(
    'a page is sent with its age, any, where a render %s, and no CDN may keep it',
    async (_, render) => {
      cache.lost(0);
      clock.advance(freshForMs + staleForMs + 5_000);
      expect(await outlast('/', render)).toBe('accueil');
      expect(await headersOf('/', render)).toMatchObject({
        age: String((freshForMs + staleForMs) / 1000 + 5),
        'cache-control': 'public, max-age=0, s-maxage=0',
      });
    },
  );

  test('chapters are sent for a minute of them, silence before counted', async () => {
    cache.lost(20_000);
    clock.advance(freshForMs - 20_001);
    expect(await outlast('/chapter/1')).toBe('libre');
    expect(await headersOf('/chapter/1')).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=0',
    });
    // A connection that cannot be made again is the same gap.
    cache.lost(0);
    clock.advance(2);
    expect(await outlast('/chapter/1')).toBe('panne');
    expect(cache.getCached('/chapter/1', refused)).toBeNull();
  });

  test('a chapter rendered in a later minute is not sent when the database goes', async () => {
    cache.lost(0);
    clock.advance(freshForMs);
    expect(textOf(await cache.get('/chapter/1', () => Promise.resolve(chapter('relu'))))).toBe(
      'relu',
    );
    expect(await outlast('/chapter/1')).toBe('panne');
  });

  test('what shows nothing that can change is sent as ever', async () => {
    await cache.get('/legal', () => Promise.resolve(page('mentions', [])));
    cache.lost(0);
    expect(cache.getCached('/legal', refused)?.headers).not.toHaveProperty('age');
  });

  test('one render a second finds out whether the database is back', async () => {
    cache.lost(0);
    await outlast('/');
    renders = 0;
    const back = () => Promise.resolve(page('revenu'));
    for (let request = 0; request < 5; request++) expect(cache.getCached('/', back)).not.toBeNull();
    expect(renders).toBe(0);
    clock.advance(1_000);
    expect(cache.getCached('/', back)).not.toBeNull();
    expect(renders).toBe(1);
    await expect.poll(() => cache.getCached('/', back)).toBeNull();
  });

  test('nobody waits long for a database that does not answer', async () => {
    cache.lost(0);
    expect(await outlast('/', () => new Promise(() => undefined))).toBe('accueil');
    expect(cache.getCached('/', refused)).not.toBeNull();
  });

  test('everything is dropped when they are heard again, a render in flight too', async () => {
    cache.lost(0);
    await outlast('/');
    const { render, finish } = slowly('avant', ['home']);
    const before = cache.get('/a', render);
    cache.heard();
    finish();
    await before;
    expect(cache.size().pages).toBe(0);
    expect(textOf(await cache.get('/', () => Promise.resolve(page('après'))))).toBe('après');
    expect(isKept('/')).toBe(true);
  });

  test('a page that changed is dropped as ever', async () => {
    cache.lost(0);
    cache.changed(['home']);
    expect(await outlast('/')).toBe('panne');
  });
});

test('a render that hangs blocks its key for a while only', async () => {
  void cache.get('/a', () => new Promise(() => undefined));
  clock.advance(joinableForMs);
  expect(textOf(await cache.get('/a', () => Promise.resolve(page('enfin'))))).toBe('enfin');
  expect(isKept('/a')).toBe(true);
});
