import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

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
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      const isPage = !/\.\w+$/.test(path);
      if (path === '/speculation-rules.json') {
        response.setHeader('content-type', 'application/speculationrules+json');
      }
      const isHashed = path.startsWith('/_astro/');
      response.setHeader('cache-control', isHashed ? immutable : isPage ? revalidated : oneHour);
      // A prerendered page carries its policy in a meta element; a header cannot add to it, only
      // forbid more, so it says what a meta element may not.
      if (isPage) response.setHeader('content-security-policy', "frame-ancestors 'none'");
    },
  });
  return (request, response, next) => {
    // The compressed copies are no addresses of their own.
    if (/\.(br|gz)(\?|$)/.test(request.url ?? '')) next();
    else serve(request, response, next);
  };
}
