import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { embedPictures } from '#browser/offline/download/embed-pictures.ts';
import {
  dropPictures,
  findPicture,
  storePictures,
  picturesIn,
} from '#browser/offline/store/downloaded-pictures.ts';
import { openMemoryCaches } from '../memory-caches.ts';

const chapter = '/chapter/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const other = '/chapter/0199aaaa-bbbb-7ccc-8ddd-eeeeffff0001';
const name = (digit: string) => digit.repeat(32);
const addressOf = (digit: string, width: number, path = chapter) =>
  `${path}/images/${name(digit)}-${width}.webp`;
/** As the server writes it, at these widths. */
const picture = (digit: string, widths: readonly number[], pass = '') => {
  const addresses = widths.map((width) => addressOf(digit, width) + pass);
  const set = addresses.map((one, at) => `${one} ${widths[at] ?? 0}w`).join(', ');
  const more = widths.length > 1 ? ` srcset="${set}" sizes="100vw"` : '';
  return `<figure><img src="${addresses.at(-1) ?? ''}"${more} alt="Un phare" width="1600" height="900"></figure>`;
};

let asked: string[] = [];
/** The site answers so; 404 otherwise. */
function serve(answers: Record<string, number>): void {
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const status = answers[url] ?? 404;
    if (status === 0) return Promise.reject(new Error('no connection'));
    return Promise.resolve(new Response(url, { status }));
  });
}
const kept = async (url: string) =>
  (await findPicture(new URL(url, 'https://feuilleton.example')))?.text();

beforeEach(() => {
  asked = [];
  openMemoryCaches();
});
afterEach(() => vi.unstubAllGlobals());

test('a download takes one width of a picture: the next above 800 pixels, else the largest', () => {
  const html = `${picture('a', [480, 960, 1600])}${picture('b', [480, 700])}${picture('c', [300])}`;
  expect(picturesIn(html).map(({ url }) => url)).toEqual([
    addressOf('a', 960),
    addressOf('b', 700),
    addressOf('c', 300),
  ]);
  expect(picturesIn('<img src="/images/cover-320.webp" alt="">')).toEqual([]);
});

describe('the pictures of a downloaded chapter', () => {
  const html = picture('a', [480, 960]) + picture('b', [300]);
  const site = { [addressOf('a', 960)]: 200, [addressOf('b', 300)]: 200 };

  test('are found at any width, and fetched once', async () => {
    serve(site);
    const first = await storePictures(chapter, html);
    expect(first.isWhole).toBe(true);
    expect(first.bytes).toBe(addressOf('a', 960).length + addressOf('b', 300).length);
    expect(await storePictures(chapter, html)).toEqual(first);
    expect(asked).toEqual([addressOf('a', 960), addressOf('b', 300)]);
    expect(await kept(addressOf('a', 480))).toBe(addressOf('a', 960));
    expect(await kept(addressOf('a', 960, other))).toBeUndefined();
  });

  test('go with what the text no longer has, and with the chapter', async () => {
    serve(site);
    await storePictures(chapter, html);
    await storePictures(chapter, picture('b', [300]));
    expect(await kept(addressOf('a', 480))).toBeUndefined();
    await dropPictures([other]);
    expect(await kept(addressOf('b', 300))).toBeDefined();
    await dropPictures([chapter]);
    expect(await kept(addressOf('b', 300))).toBeUndefined();
  });

  test.each([0, 429, 503])(
    'wait for a site that answers %i, and are not given up',
    async (status) => {
      serve({ ...site, [addressOf('b', 300)]: status });
      expect(await storePictures(chapter, html)).toMatchObject({ isWhole: false });
      expect(await embedPictures(html)).toBeNull();
      serve(site);
      expect(await storePictures(chapter, html)).toMatchObject({ isWhole: true });
    },
  );

  test('that are gone hold up nothing', async () => {
    serve({ [addressOf('b', 300)]: 200 });
    expect(await storePictures(chapter, html)).toMatchObject({ isWhole: true });
    expect(await kept(addressOf('a', 960))).toBeUndefined();
  });
});

test('a premium text has its pictures in itself, each as often as it stands there', async () => {
  const pass = '?jour=20000&acces=abc';
  serve({ [addressOf('a', 960) + pass]: 200 });
  const html = picture('a', [480, 960], pass).repeat(2) + picture('b', [300], pass);
  const text = (await embedPictures(html)) ?? '';
  const data = `data:image/webp;base64,${btoa(addressOf('a', 960) + pass)}`;
  expect(text.split(`<img src="${data}"`)).toHaveLength(3);
  expect(text).not.toContain(name('a'));
  // It is gone: its words are shown.
  expect(text).toContain(addressOf('b', 300) + pass);
});
