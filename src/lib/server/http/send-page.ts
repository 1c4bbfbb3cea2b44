import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding } from '../pagecache/encodings.ts';
import type { StoredPage } from '../pagecache/page-cache.ts';

/** Sends a finished page in the best encoding the caller takes; 304 when the caller has it. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: StoredPage,
  common: Record<string, string>,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], page.bodies);
  const body = page.bodies[encoding];
  const etag = encoding === 'identity' ? page.etag : `${page.etag.slice(0, -1)}-${encoding}"`;
  const headers: Record<string, string | number> = {
    ...common,
    ...page.headers,
    etag,
    vary: 'Accept-Encoding',
  };
  if (page.status === 200 && hasCurrentCopy(request, etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  headers['content-length'] = body.length;
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function hasCurrentCopy(request: IncomingMessage, etag: string): boolean {
  const held = request.headers['if-none-match'];
  if (held === undefined) return false;
  return held === '*' || held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
