import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser } from '#tests/lib/browser/open-browser.ts';
import { openMemoryCaches } from '../memory-caches.ts';
import { openMemoryDatabase } from '#tests/lib/browser/database/memory-database.ts';

const novel = { novelId: 'n', slug: 'contre-courant', title: 'Contre-courant' };
const chapter = (id: string) => ({
  id,
  number: Number(id),
  title: id,
  part: null,
  words: 9,
  isPremium: false,
  isLocked: false,
});

beforeEach(() => {
  openMemoryDatabase();
  openMemoryCaches();
  openBrowser(() => new Response());
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  vi.stubGlobal('navigator', {});
  Object.assign(document, { dispatchEvent: () => true });
});
afterEach(() => {
  vi.doUnmock('#browser/offline/download/worker-messages.ts');
  vi.unstubAllGlobals();
});

/** What the worker does when it has downloaded a page. */
async function keep(path: string): Promise<void> {
  const { cachePage } = await import('#browser/offline/store/cached-pages.ts');
  const facts = { title: path, novelId: 'n', number: 1, isLocked: false, isDownloaded: true };
  const page = { path, build: 'b', bytes: 9, usedAtMs: 1, keptAtMs: 1, ...facts };
  await cachePage(page, path, new Headers());
}

const keptPaths = async () => {
  const { listCachedPages } = await import('#browser/offline/store/cached-pages.ts');
  return (await listCachedPages()).map(({ path }) => path);
};

test('a download that is stopped while a chapter comes leaves nothing of that one', async () => {
  const asked: string[] = [];
  let arrive = () => undefined as unknown;
  const onItsWay = new Promise<undefined>((resolve) => (arrive = () => resolve(undefined)));
  vi.doMock('#browser/offline/download/worker-messages.ts', () => ({
    downloadPage: async (path: string) => {
      asked.push(path);
      if (path === '/chapter/2') await onItsWay;
      await keep(path);
      return { isKept: true, status: 200, waitSeconds: 0 };
    },
  }));
  const downloads = await import('#browser/offline/download/downloads.ts');
  await downloads.wantChapters(novel, [chapter('1'), chapter('2'), chapter('3')]);
  await vi.waitFor(() => expect(asked).toEqual(['/chapter/1', '/chapter/2']), { timeout: 20_000 });
  await downloads.stopDownload('n');
  arrive();
  await vi.waitFor(
    async () => expect(await keptPaths()).toEqual(['/chapter/1', '/novel/contre-courant']),
    { timeout: 20_000 },
  );
  const { listDownloads } = await import('#browser/offline/download/wanted-downloads.ts');
  expect(await listDownloads()).toMatchObject([{ chapters: [{ id: '1' }], done: 1 }]);
});

test('downloaded pages that no download wants are swept, and others are not', async () => {
  const { writeEntry } = await import('#browser/database/database.ts');
  const { sweepPages } = await import('#browser/offline/store/cached-pages.ts');
  await writeEntry('downloads', { ...novel, chapters: [chapter('1')], person: null });
  for (const path of ['/chapter/1', '/chapter/2', '/novel/contre-courant']) await keep(path);
  await sweepPages();
  expect(await keptPaths()).toEqual(['/chapter/1', '/novel/contre-courant']);
});

test('pictures of a chapter that was cut are swept where no download wants it', async () => {
  const { writeEntry } = await import('#browser/database/database.ts');
  const { sweepPages } = await import('#browser/offline/store/cached-pages.ts');
  const { findPicture, storePictures } =
    await import('#browser/offline/store/downloaded-pictures.ts');
  const [wanted, stopped] = [0, 1].map((digit) => `0199aaaa-bbbb-7ccc-8ddd-eeeeffff000${digit}`);
  const address = (id = '') => `/chapter/${id}/images/${'a'.repeat(32)}-300.webp`;
  for (const id of [wanted, stopped]) {
    const html = `<img src="${address(id)}" alt="Un phare">`;
    await storePictures(`/chapter/${id ?? ''}`, html);
  }
  await writeEntry('downloads', { ...novel, chapters: [chapter(wanted ?? '')], person: null });
  await sweepPages();
  const kept = (id?: string) => findPicture(new URL(address(id), 'https://feuilleton.example'));
  expect(await kept(wanted)).toBeDefined();
  expect(await kept(stopped)).toBeUndefined();
});

test('a sign-out takes the pages of premium downloads, too', async () => {
  const { writeEntry } = await import('#browser/database/database.ts');
  const { forgetPremium } = await import('#browser/offline/store/vault.ts');
  const chapters = [chapter('1'), { ...chapter('2'), isPremium: true }];
  await writeEntry('downloads', { ...novel, chapters, person: 'lea' });
  for (const path of ['/chapter/1', '/chapter/2']) await keep(path);
  await forgetPremium();
  expect(await keptPaths()).toEqual(['/chapter/1']);
});

test.each([
  [
    'Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
    false,
    false,
    'Sur iPhone, iPad et Mac, Safari efface',
  ],
  [
    'iPhone; CPU iPhone OS 26_0) AppleWebKit/605.1.15 CriOS/140.0 Safari/604.1',
    true,
    false,
    'Sur iPhone, iPad et Mac, Safari efface',
  ],
  ['iPhone; CPU iPhone OS 26_0) AppleWebKit/605.1.15', false, true, 'Ce navigateur peut effacer'],
  ['iPhone; CPU iPhone OS 26_0) AppleWebKit/605.1.15', true, true, 'Ce navigateur garde'],
  [
    'Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    false,
    false,
    'Ce navigateur peut effacer',
  ],
  [
    'Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    true,
    true,
    'Ce navigateur garde',
  ],
  [
    'X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    false,
    false,
    'Ce navigateur peut effacer',
  ],
])('the panel says what %s does (persistent: %s, on the home screen: %s)', async (...row) => {
  const [system, isPersisted, isInstalled, sentence] = row;
  const storage = { persisted: () => Promise.resolve(isPersisted) };
  vi.stubGlobal('navigator', { userAgent: `Mozilla/5.0 (${system}`, storage });
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));
  const { retentionSentence } = await import('#browser/offline/download/downloads.ts');
  expect((await retentionSentence()).startsWith(sentence)).toBe(true);
});
