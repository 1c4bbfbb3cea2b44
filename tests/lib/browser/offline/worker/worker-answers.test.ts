import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryCaches } from '../memory-caches.ts';

const origin = 'https://feuilleton.example';

beforeEach(() => {
  vi.resetModules();
  openMemoryCaches();
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('__BUILD__', {
    id: 'b2',
    files: [],
    later: [],
    fonts: '/_astro/fonts/',
    dictionary: '/_astro/chapter.1.dict',
  });
});
afterEach(() => void vi.unstubAllGlobals());

function ask(path: string) {
  const works: Promise<unknown>[] = [];
  const request = new Request(origin + path);
  const waitUntil = (work: Promise<unknown>) => works.push(work);
  return { event: { request, waitUntil } as never, works };
}

function answerWith(text: string, status = 200): void {
  const answered = () =>
    Object.defineProperty(new Response(text, { status }), 'type', { value: 'basic' });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Object.defineProperty(answered(), 'clone', { value: answered })),
  );
}

test('what has no hash in its name comes from the site, and from this build’s cache without it', async () => {
  const { answerShell } = await import('#browser/offline/worker/assets.ts');
  await (await caches.open('assets-b1')).put('/favicon.svg', new Response('of another build'));
  for (const text of ['first', 'second']) {
    answerWith(text);
    const { event, works } = ask('/favicon.svg');
    expect(await (await answerShell(event)).text()).toBe(text);
    await Promise.all(works);
  }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  expect(await (await answerShell(ask('/favicon.svg').event)).text()).toBe('second');
});

test('pictures of free texts are kept, those that need a pass are not', async () => {
  const { isPicture } = await import('#browser/offline/worker/pictures.ts');
  const isKept = (path: string) => isPicture(new URL(path, 'https://x.fr'));
  expect(isKept('/images/a.avif')).toBe(true);
  expect(isKept('/chapter/1/images/a-480.webp')).toBe(true);
  expect(isKept('/chapter/1/images/a-480.webp?jour=1&acces=2')).toBe(false);
  expect(isKept('/chapter/1')).toBe(false);
});

test('a picture that is kept is asked for again, and dropped where the site has it no longer', async () => {
  const { answerPicture } = await import('#browser/offline/worker/pictures.ts');
  const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
  const hash = 'a'.repeat(32);
  const shown = async (path: string) => {
    const { event, works } = ask(path);
    const answer = await answerPicture(event);
    await Promise.all(works);
    return answer.ok ? answer.text() : answer.status;
  };
  const offline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  for (const path of ['/images/a.avif', `/chapter/${id}/images/${hash}-480.webp`]) {
    for (const text of ['first', 'second']) {
      answerWith(text);
      expect(await shown(path)).toBe(text);
    }
    offline();
    expect(await shown(path)).toBe('second');
    answerWith('', 503);
    expect(await shown(path)).toBe('second');
    answerWith('', 404);
    expect(await shown(path)).toBe(404);
    offline();
    expect(await shown(path)).toBe(0);
  }
  const downloads = await caches.open('downloaded-pictures');
  await downloads.put(`/chapter/${id}/images/${hash}`, new Response('downloaded'));
  expect(await shown(`/chapter/${id}/images/${hash}-800.webp`)).toBe('downloaded');
  answerWith('', 451);
  expect(await shown(`/chapter/${id}/images/${hash}-800.webp`)).toBe(451);
  expect(await downloads.match(`/chapter/${id}/images/${hash}`)).toBeUndefined();
});

test('a picture is shown before it is kept', async () => {
  const { answerPicture } = await import('#browser/offline/worker/pictures.ts');
  answerWith('picture');
  let endKeeping = () => undefined as unknown;
  const never = new Promise<undefined>((resolve) => (endKeeping = () => resolve(undefined)));
  const put = vi.fn(() => never);
  const nothing = () => Promise.resolve(undefined);
  const cache = { match: nothing, delete: nothing, keys: () => Promise.resolve([]), put };
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  const { event, works } = ask('/images/a.avif');
  expect(await (await answerPicture(event)).text()).toBe('picture');
  expect(works).toHaveLength(1);
  endKeeping();
  await Promise.all(works);
  expect(put).toHaveBeenCalledOnce();
});
