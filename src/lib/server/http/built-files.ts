import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { paths } from '#shared/paths.ts';

const immutable = 'public, max-age=31536000, immutable';
const oneHour = 'public, max-age=3600';
const revalidated = 'public, max-age=0, s-maxage=3600, stale-while-revalidate=86400';

/** Serves a file of the build; calls `next` when there is none at this address. */
export type FileServer = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/**
 * Serves the build's files in `folder`, compressed at build time: hashed assets for a year,
 * prerendered pages with revalidation.
 */
export function createFileServer(folder: string): FileServer {
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true });
  return (request, response, next) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    // The compressed copies have no addresses of their own.
    if (/\.(br|gz)$/.test(path)) {
      next();
      return;
    }
    // Set before sirv runs: its 304 must carry the same headers as the file itself.
    const headers = fileHeaders(path);
    const before = Object.keys(headers).map((name) => [name, response.getHeader(name)] as const);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // sirv does not handle errors of the file's stream: a file deleted by a new build would end
    // the process.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    serve(request, response, () => {
      for (const [name, value] of before) {
        if (value === undefined) response.removeHeader(name);
        else response.setHeader(name, value);
      }
      next();
    });
  };
}

function fileHeaders(path: string): Record<string, string> {
  if (path.startsWith('/_astro/')) return { 'cache-control': immutable };
  if (path === '/speculation-rules.json') {
    return { 'cache-control': oneHour, 'content-type': 'application/speculationrules+json' };
  }
  if (/\.\w+$/.test(path)) return { 'cache-control': oneHour };
  if (path === paths.authSuccess) {
    return {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "frame-ancestors 'none'",
    };
  }
  // A prerendered page carries its policy in a meta element; a header can only restrict it
  // further, so it contains what a meta element may not.
  return { 'cache-control': revalidated, 'content-security-policy': "frame-ancestors 'none'" };
}
