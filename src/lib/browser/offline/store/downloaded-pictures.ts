/** Pictures of the texts of downloaded chapters that are free: by the chapter's address, at one width. */

const cacheName = 'downloaded-pictures';
/** The width to store, in pixels: the next one that the server has above it. */
const widthPixels = 800;
/** Of one chapter; further ones show their words without a connection. */
const chapterBytesMax = 20_000_000;

const address = /^(\/chapter\/[\da-f-]{36}\/images\/[\da-f]{32})-\d+\.webp$/;
const picture = /<img src="([^"]+)"(?: srcset="([^"]+)")?/g;

/** A picture of a text in a chapter's HTML: its markup, and the address to store it by. */
export type PictureInText = { tag: string; url: string };

/** The pictures of texts in some HTML, each at the width that a download stores. */
export function picturesIn(html: string): PictureInText[] {
  return [...html.matchAll(picture)].flatMap(([tag, largest = '', set = '']) => {
    const chosen = set
      .split(', ')
      .map((one) => one.split(' '))
      .find(([, width = '']) => Number.parseInt(width, 10) >= widthPixels);
    const url = (chosen?.[0] ?? largest).replaceAll('&amp;', '&');
    return /^\/chapter\/[^/]+\/images\//.test(url) ? [{ tag, url }] : [];
  });
}

/** A picture; null where there is none any longer, `later` where the site cannot be asked now. */
export async function fetchPicture(url: string): Promise<Blob | 'later' | null> {
  try {
    const answer = await fetch(url);
    if (answer.ok) return await answer.blob();
    return answer.status === 429 || answer.status >= 500 ? 'later' : null;
  } catch {
    return 'later';
  }
}

/** What became of a chapter's pictures: their bytes, and whether all could be asked for. */
export type StoredPictures = { bytes: number; isWhole: boolean };

/** Stores the pictures of a chapter's page, and removes those that it has no longer. */
export async function storePictures(path: string, html: string): Promise<StoredPictures> {
  const wanted = picturesIn(html).flatMap(({ url }) => {
    const key = keyOf(url);
    return key === null ? [] : [{ key, url }];
  });
  if (wanted.length === 0 && !(await caches.has(cacheName))) return { bytes: 0, isWhole: true };
  const cache = await caches.open(cacheName);
  const keys = new Set(wanted.map(({ key }) => key));
  await dropFrom(cache, (key) => key.startsWith(`${path}/images/`) && !keys.has(key));
  let bytes = 0;
  for (const { key, url } of wanted) {
    if (bytes >= chapterBytesMax) break;
    const stored = await cache.match(key);
    const blob = stored ? await stored.blob() : await fetchPicture(url);
    if (blob === 'later') return { bytes, isWhole: false };
    if (blob === null) continue;
    bytes += blob.size;
    // A full disk: pictures are the least.
    if (!stored) await cache.put(key, new Response(blob)).catch(() => undefined);
  }
  return { bytes, isWhole: true };
}

/** A downloaded picture, at whichever width it is asked for; undefined where there is none. */
export async function findPicture({ pathname }: URL): Promise<Response | undefined> {
  const key = keyOf(pathname);
  if (key === null || !(await caches.has(cacheName))) return undefined;
  return (await caches.open(cacheName)).match(key);
}

/** Drops a downloaded picture, at whichever width it was asked for. */
export async function dropPicture({ pathname }: URL): Promise<void> {
  const key = keyOf(pathname);
  if (key !== null && (await caches.has(cacheName)))
    await (await caches.open(cacheName)).delete(key);
}

/** The paths of chapters with pictures here: of whole downloads, and of those that were cut. */
export async function chaptersWithPictures(): Promise<string[]> {
  if (!(await caches.has(cacheName))) return [];
  const keys = await (await caches.open(cacheName)).keys();
  return [...new Set(keys.map(({ url }) => new URL(url).pathname.replace(/\/images\/.*$/, '')))];
}

/** Drops the pictures of chapters. */
export async function dropPictures(paths: readonly string[]): Promise<void> {
  if (paths.length === 0 || !(await caches.has(cacheName))) return;
  await dropFrom(await caches.open(cacheName), (key) =>
    paths.some((path) => key.startsWith(`${path}/images/`)),
  );
}

/** A picture's address without its width; null for what is none, or has a pass. */
const keyOf = (url: string): string | null => address.exec(url)?.[1] ?? null;

async function dropFrom(cache: Cache, isGone: (key: string) => boolean): Promise<void> {
  for (const request of await cache.keys()) {
    if (isGone(new URL(request.url).pathname)) await cache.delete(request);
  }
}
