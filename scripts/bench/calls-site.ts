/** A built checkout with a catalogue and signed-in readers, and the calls that its pages make. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { addReaders, type BenchReader } from './bench-readers.ts';
import { startBuiltSite, type BuiltSite } from './built-site.ts';
import { fillCatalogue, type FilledCatalogue } from './catalogue-rows.ts';
import type { Cleanups } from './cleanups.ts';
import type { ScratchPostgres } from './scratch-postgres.ts';

/** A request of the bench, by a signed-in reader where it has one. */
export type Asked = {
  method?: 'GET' | 'PUT' | 'POST';
  path: string;
  reader?: BenchReader;
  body?: object;
};

export type Site = BuiltSite & {
  readers: BenchReader[];
  catalogue: FilledCatalogue;
  databaseUrl: string;
  /** Resident memory before the first request. */
  idleBytes: number;
};

export type SiteOptions = {
  folder: string;
  /** Of its database. */
  name: string;
  /** Novels whose first chapters have a text, of `siteNovels`. */
  samples: number;
  readers: number;
  /** Node's flags for the server, besides those of production. */
  flags?: readonly string[];
};

export const siteNovels = 1_000;
export const freeChaptersPerNovel = 6;
export const connections = 8;

/** Starts a checkout's build on a catalogue of its own, with readers who may read what is premium. */
export async function openSite(
  { folder, name, samples, readers: count, flags = [] }: SiteOptions,
  postgres: ScratchPostgres,
  cleanups: Cleanups,
): Promise<Site> {
  const databaseUrl = await postgres.createDatabase(name);
  // Its first start migrates; the second is what is measured.
  await (await startBuiltSite(folder, databaseUrl, cleanups)).stop();
  const catalogue = await fillCatalogue(databaseUrl, siteNovels, samples, () => undefined);
  const site = await startBuiltSite(folder, databaseUrl, cleanups, { flags });
  const idleBytes = await site.residentBytes();
  const { premiumIds, chapterIds: commentedIds } = catalogue;
  const readers = await addReaders(databaseUrl, site.siteUrl, count, {
    premiumIds,
    commentedIds,
  });
  for (const reader of readers) await introduce(site, reader);
  return { ...site, databaseUrl, idleBytes, readers, catalogue };
}

/** Gets a client token and a CSRF token, as the browser does. */
async function introduce(site: BuiltSite, reader: BenchReader): Promise<void> {
  const { response, text } = await send(site, { path: '/api/csrf-token', reader });
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0];
  reader.headers['csrf-token'] = csrfToken;
  reader.headers.cookie = `${reader.headers.cookie}; ${cookie}`;
  reader.headers['x-client-token'] = String(response.headers['x-client-token']);
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request; an answer that is no success stops the bench. */
export function send(
  { port }: BuiltSite,
  { method = 'GET', path, reader, body }: Asked,
): Promise<{ response: IncomingMessage; text: string }> {
  const bytes = body && Buffer.from(JSON.stringify(body));
  const headers = {
    'accept-encoding': 'gzip, deflate, br',
    ...reader?.headers,
    ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve({ response, text });
        else reject(new Error(`${method} ${path} a répondu ${response.statusCode} : ${text}`));
      });
    });
    request.on('error', reject);
    request.end(bytes);
  });
}
