import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openMemoryCaches } from '../memory-caches.ts';
import { openMemoryDatabase } from '#tests/lib/browser/database/memory-database.ts';

const path = '/chapter/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const other = '/chapter/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001';
const origin = 'https://feuilleton.example';

type Answers = Record<string, () => Response>;
let asked: string[] = [];

/** An answer of the site's own, as `fetch` gives it. */
const answer = (html: string, status = 200) => {
  const made = new Response(html, { status, headers: { 'content-type': 'text/html' } });
  return Object.defineProperty(made, 'type', { value: 'basic' });
};

/** The worker of a build, before a site that answers so; 503 otherwise. */
async function openWorker(answers: Answers) {
  vi.stubGlobal('fetch', (request: Request | string) => {
    const wanted = typeof request === 'string' ? request : new URL(request.url).pathname;
    asked.push(wanted);
    const made = answers[wanted]?.() ?? answer('', 503);
    return Promise.resolve(Object.defineProperty(made, 'clone', { value: () => copies(made) }));
  });
  const pages = await import('#browser/offline/worker/pages.ts');
  const kept = await import('#browser/offline/store/cached-pages.ts');
  return { ...pages, ...kept };
}

function copies(made: Response): Response {
  const [copy] = [Response.prototype.clone.call(made)];
  return Object.defineProperty(copy, 'type', { value: 'basic' });
}

/** Shows a page, and waits until all is done that the worker does after. */
async function show(
  answerPage: (event: never, path: string) => Promise<Response>,
): Promise<Response> {
  const works: Promise<unknown>[] = [];
  const event = {
    request: new Request(origin + path),
    waitUntil: (work: Promise<unknown>) => works.push(work),
  };
  const shown = await answerPage(event as never, path);
  for (const work of works) await work;
  return shown;
}

beforeEach(() => {
  asked = [];
  openMemoryDatabase();
  openMemoryCaches();
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('__BUILD__', {
    id: 'b2',
    files: [],
    later: [],
    fonts: '/_astro/fonts/',
    dictionary: '/_astro/chapter.1.dict',
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function keepFormer(paths: readonly string[], isDownloaded: boolean): Promise<void> {
  const { cachePage } = await import('#browser/offline/store/cached-pages.ts');
  for (const one of paths) {
    const facts = { title: one, novelId: null, number: 0, isLocked: false };
    const times = { usedAtMs: Date.now(), keptAtMs: Date.now() - 3_600_000 };
    const page = { path: one, build: 'b1', bytes: 9, isDownloaded, ...facts, ...times };
    await cachePage(page, 'as it was', new Headers());
  }
}

describe('a page that is shown', () => {
  test('is asked for even where it was kept a moment ago', async () => {
    const texts = ['as it was', 'as it is'];
    const { answerPage, fetchAndCache } = await openWorker({
      [path]: () => answer(texts.shift() ?? ''),
    });
    await fetchAndCache(path, false);
    expect(await (await show(answerPage)).text()).toBe('as it is');
  });

  test.each([404, 410, 423, 451])('is not kept any longer after %i', async (status) => {
    const { answerPage, listCachedPages } = await openWorker({ [path]: () => answer('', status) });
    await keepFormer([path], true);
    expect((await show(answerPage)).status).toBe(status);
    expect(await listCachedPages()).toEqual([]);
  });

  test('is shown as it was kept where the site takes too long', async () => {
    const { answerPage } = await openWorker({});
    await keepFormer([path], false);
    let arrive: (answer: Response) => void = () => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const shown = show(answerPage);
    await vi.advanceTimersByTimeAsync(3_000);
    arrive(answer('', 503));
    expect(await (await shown).text()).toBe('as it was');
  });

  test('leaves no timer behind once it has come', async () => {
    const { answerPage } = await openWorker({ [path]: () => answer('as it is') });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await show(answerPage);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('comes from the network where what is kept cannot be read', async () => {
    const { answerPage } = await openWorker({ [path]: () => answer('under repair', 503) });
    await keepFormer([path], false);
    vi.stubGlobal('caches', { open: () => Promise.reject(new Error('disk')) });
    expect(await (await show(answerPage)).text()).toBe('under repair');
  });

  test('is shown as it was kept where the site cannot be reached', async () => {
    const { answerPage, listCachedPages } = await openWorker({});
    await keepFormer([path], false);
    expect(await (await show(answerPage)).text()).toBe('as it was');
    expect(await listCachedPages()).toHaveLength(1);
  });
});

test('what came a moment ago is not fetched once more, only to be kept', async () => {
  const answers = { [path]: () => answer('a'), [other]: () => answer('b') };
  const { cacheAhead } = await openWorker(answers);
  await cacheAhead([path]);
  await cacheAhead([path, other]);
  expect(asked).toEqual([path, other]);
});

describe('downloads of a former build', () => {
  test('are fetched anew, past one that is gone', async () => {
    const answers = { [path]: () => answer('', 404), [other]: () => answer('as it is') };
    const { renewDownloads, listCachedPages } = await openWorker(answers);
    await keepFormer([path, other], true);
    await renewDownloads();
    expect(await listCachedPages()).toMatchObject([
      { path: other, build: 'b2', isDownloaded: true },
    ]);
  });

  test('are left as they are while the site fails', async () => {
    const { renewDownloads, listCachedPages } = await openWorker({});
    await keepFormer([path, other], true);
    await renewDownloads();
    expect(asked).toEqual([path]);
    expect(await listCachedPages()).toHaveLength(2);
  });
});
