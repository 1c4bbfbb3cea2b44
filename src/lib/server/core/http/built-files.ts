import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { fileRoute } from '../metrics/metrics.ts';
import { etagOf, type Bodies } from '../pagecache/encodings.ts';
import type { StoredPage } from '../pagecache/stored-page.ts';

const immutable = 'public, max-age=31536000, immutable';
const oneHour = 'public, max-age=3600';

const workerPath = '/sw.js';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.dict': 'text/plain; charset=utf-8',
  // Modules are UTF-8, whatever a header says.
  '.js': 'text/javascript',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The file of an address of the build, ready to send; undefined where there is none. */
export type FindFile = (path: string) => StoredPage | undefined;

/**
 * Its policy is for its own requests, and the one for its next version. A browser that held it would keep
 * an old site.
 */
const workerHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'; worker-src 'self'",
};

/** The worker that removes the site's service worker (`scripts/build/service-worker.ts`). */
const removingWorker = '/sw-off.js';

/**
 * Reads the build's files in `folder` into memory, as `npm run build` compressed them: some
 * megabytes. Hashed assets are cached for a year. Without a service worker, the one that removes it
 * is served at its address. What pages of the releases before ask for stands in `../previous/`, where a
 * release brings it (`scripts/release/make-release.ts`).
 */
export function readBuiltFiles(
  folder: string,
  { hasServiceWorker }: Pick<Config, 'hasServiceWorker'>,
): FindFile {
  const files = readFolder(folder);
  const worker = files.get(hasServiceWorker ? workerPath : removingWorker);
  files.delete(removingWorker);
  if (worker)
    files.set(workerPath, { ...worker, headers: { ...worker.headers, ...workerHeaders } });
  const previous = join(folder, '../previous');
  for (const release of existsSync(previous) ? readdirSync(previous) : []) {
    for (const [path, file] of readFolder(join(previous, release))) {
      if (isHashed(path) && !files.has(path)) files.set(path, file);
    }
  }
  return (path) => files.get(path);
}

function readFolder(folder: string): Map<string, StoredPage> {
  const files = new Map<string, StoredPage>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // The compressed copies have no addresses of their own.
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const identity = readFileSync(file);
    // As requests spell it: names of fonts have spaces.
    files.set(encodeURI(path), {
      status: 200,
      headers: {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        ...headersOf(path),
      },
      bodies: readBodies(file, identity),
      // No browser asks again for a file whose name has its content's hash.
      etag: isHashed(path) ? null : etagOf(identity),
      tags: [],
      route: fileRoute,
    });
  }
  return files;
}

function readBodies(file: string, identity: Buffer): Bodies {
  if (!existsSync(`${file}.br`) || !existsSync(`${file}.gz`)) return { identity };
  return {
    br: readFileSync(`${file}.br`),
    gzip: readFileSync(`${file}.gz`),
    identityBytes: identity.length,
    effort: 'thorough',
  };
}

const isHashed = (path: string) => path.startsWith('/_astro/');

function headersOf(path: string): Record<string, string> {
  const isDictionary = path.endsWith('.dict') && { 'use-as-dictionary': 'match="/chapter/*"' };
  if (isHashed(path)) return { 'cache-control': immutable, ...isDictionary };
  if (path === '/speculation-rules.json') {
    return { 'cache-control': oneHour, 'content-type': 'application/speculationrules+json' };
  }
  return { 'cache-control': oneHour };
}
