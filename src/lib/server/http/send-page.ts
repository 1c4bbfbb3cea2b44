import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, type Encoding } from '../pagecache/encodings.ts';
import type { StoredPage } from '../pagecache/page-cache.ts';

/** Sends a finished page in the best encoding that the caller accepts; 304 if the caller has it. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: StoredPage,
  common: Record<string, string>,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], page.bodies);
  const { etag, validators, headers } = headOf(page, encoding, common);
  if (page.status === 200 && hasCurrentCopy(request, etag)) {
    response.writeHead(304, validators).end();
    return;
  }
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : page.bodies[encoding]);
}

type Head = {
  etag: string;
  /** Headers of a 304: all but those that describe a body, its length above all. */
  validators: Record<string, string>;
  headers: Record<string, string | number>;
};

const vary = 'Accept-Encoding';

/** Heads of cached pages, built once per page and encoding; garbage-collected with the page. */
const heads = new WeakMap<StoredPage, Partial<Record<Encoding, Head>>>();

function headOf(page: StoredPage, encoding: Encoding, common: Record<string, string>): Head {
  const made = heads.get(page) ?? {};
  heads.set(page, made);
  return (made[encoding] ??= makeHead(page, encoding, common));
}

function makeHead(page: StoredPage, encoding: Encoding, common: Record<string, string>): Head {
  const isPlain = encoding === 'identity';
  const etag = isPlain ? page.etag : `${page.etag.slice(0, -1)}-${encoding}"`;
  const validators: Head['validators'] = { ...common, ...page.headers, etag, vary };
  // The render set its own: a compressed body has another, and 304 has no body to measure (RFC
  // 9110, section 8.6).
  delete validators['content-length'];
  const headers = {
    ...validators,
    ...(!isPlain && { 'content-encoding': encoding }),
    'content-length': page.bodies[encoding].length,
  };
  return { etag, validators, headers };
}

function hasCurrentCopy(request: IncomingMessage, etag: string): boolean {
  const held = request.headers['if-none-match'];
  if (held === undefined) return false;
  return held === '*' || held.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
