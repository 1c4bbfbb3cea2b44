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
 * Serves what the build left in `folder`, compressed beforehand: hashed assets for a year,
 * prerendered pages until they are asked for again.
 */
export function createFileServer(folder: string): FileServer {
  const serve = sirv(folder, { brotli: true, gzip: true, etag: true });
  return (request, response, next) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    // The compressed copies are no addresses of their own.
    if (/\.(br|gz)$/.test(path)) {
      next();
      return;
    }
    // Set before sirv looks: its “not modified” must carry the same headers as the file itself.
    const headers = fileHeaders(path);
    const before = Object.keys(headers).map((name) => [name, response.getHeader(name)] as const);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // sirv leaves the file's stream alone: one that a new build took away would end the process.
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
  // A prerendered page carries its policy in a meta element; a header cannot add to it, only
  // forbid more, so it says what a meta element may not.
  return { 'cache-control': revalidated, 'content-security-policy': "frame-ancestors 'none'" };
}
