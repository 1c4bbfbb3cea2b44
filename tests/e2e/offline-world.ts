import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import { expect, type Page } from 'playwright/test';
import { siteUrl } from './addresses.ts';

/** What browsers say where there is no connection, or where a site goes while it is asked. */
export const offlineFailures = new RegExp(
  [
    'ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED',
    'ERR_CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)',
    'ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONTENT_LENGTH_MISMATCH',
    'dynamically imported|Failed to fetch|: 0 NO_ANSWER',
    'CSRF token unobtainable|Failed to load resource',
  ].join('|'),
);

/** Reads on in a chapter, so that something was read on this device, and waits for its worker. */
export async function readAndInstall(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await readOn(page);
  await expectWorker(page);
  await expectKept(page, path);
}

/** Scrolls on, as who reads, until the device has noted it; then back a little, which shows the bar. */
export async function readOn(page: Page): Promise<void> {
  await expect(page.locator('.chapter-text')).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const hasNoted = () =>
    page.evaluate((chapter) => localStorage.getItem('reading_places')?.includes(chapter), id);
  // A place that was noted before is where the page opened: the next one is another.
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollBy({ top: 300, behavior: 'instant' }));
      return hasNoted();
    })
    .toBe(true);
  // In a frame of its own: together they would be one movement on, which hides the bar.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  await page.evaluate(() => scrollBy({ top: -150, behavior: 'instant' }));
}

/** The service worker is there and has the page. */
export async function expectWorker(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return (
            registration?.active?.state === 'activated' && !!navigator.serviceWorker.controller
          );
        }),
      { timeout: 30_000 },
    )
    .toBe(true);
}

/** A page is among those that are kept. */
export async function expectKept(page: Page, path: string): Promise<void> {
  await expect
    .poll(() => page.evaluate((wanted) => caches.match(wanted).then(Boolean), path), {
      timeout: 20_000,
    })
    .toBe(true);
}

/** Everything that a browser holds of this site, as text: local and session storage, caches, databases. */
export async function dumpStores(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const decode = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) =>
      new TextDecoder().decode(bytes);
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        parts.push(request.url, (await answer?.text()) ?? '');
      }
    }
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name ?? '');
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        const entries = await new Promise<unknown[]>((resolve) => {
          all.onsuccess = () => resolve(all.result as unknown[]);
        });
        const readable = (_: string, value: unknown) =>
          value instanceof ArrayBuffer || value instanceof Uint8Array
            ? decode(value as ArrayBuffer)
            : value;
        parts.push(`${store}: ${JSON.stringify(entries, readable)}`);
      }
      database.close();
    }
    return parts.join('\n');
  });
}

/** The words of a dump: markup and decoys taken away. */
export const wordsOf = (dump: string): string =>
  dump
    .replaceAll(/<([biqsu]) hidden[^>]*>[^<]*<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');

/** A site in front of the demonstration's, on another port: it can be taken away, and built anew. */
export type Front = {
  url: string;
  /** From now on connections are refused. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  /** From now on the site is the next build: its scripts have other names, and the old ones are gone. */
  rebuild: () => void;
  /** From now on `/sw.js` is this. */
  replaceWorker: (code: string) => void;
};

/** Opens it. Reading works there; changes do not, as they come from another origin. */
export async function openFront(port: number): Promise<Front> {
  let isRebuilt = false;
  let worker: string | null = null;
  let server: Server | null = null;
  const url = `http://127.0.0.1:${port}`;
  const answer = async (incoming: IncomingMessage) => {
    const path = incoming.url ?? '/';
    const isOld = isRebuilt && isScript(path) && !path.includes('-next.js');
    if (isOld) return { status: 404, headers: {}, body: Buffer.from('') };
    const target = new URL(path.replace('-next.js', '.js'), siteUrl('demo'));
    // Whole answers: what a browser has of one build is not what it asks for of the next.
    const headers = without(incoming.headers, ['accept-encoding', 'host', 'if-none-match']);
    const asked = ask(target, { method: incoming.method ?? 'GET', headers, agent: false });
    asked.end();
    const [found] = (await once(asked, 'response')) as [IncomingMessage];
    const body = await buffer(found);
    const isText = /html|javascript/.test(found.headers['content-type'] ?? '');
    const rest = without(found.headers, ['content-length']);
    const built = isRebuilt && isText ? Buffer.from(asNext(body.toString())) : body;
    const sent = worker !== null && path === '/sw.js' ? Buffer.from(worker) : built;
    return { status: found.statusCode ?? 500, headers: rest, body: sent };
  };
  const start = async () => {
    server = createServer((incoming, response) => {
      answer(incoming).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body),
        () => response.destroy(),
      );
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async () => {
    const closing = server;
    server = null;
    if (!closing) return;
    closing.closeAllConnections();
    closing.close();
    await once(closing, 'close');
  };
  await start();
  return {
    url,
    start,
    stop,
    rebuild: () => (isRebuilt = true),
    replaceWorker: (code) => (worker = code),
  };
}

const without = (headers: IncomingMessage['headers'], names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** The runtime of islands is named in a script of the page, whose hash the policy has: it stays as it is. */
const scriptName = /([\w./~-]+\.[\w-]{8})\.js\b/g;

const isScript = (path: string): boolean => /^\/_astro\/(?!islands\.)[^?]+\.js/.test(path);

/** A page, script or worker of the next build: other names, and another id. */
function asNext(text: string): string {
  const worker = text.replace(/id:`([\da-f]{12})`/, 'id:`$1-next`');
  return worker.replaceAll(scriptName, (whole, name: string) =>
    name.includes('islands.') ? whole : `${name}-next.js`,
  );
}
