import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyIn, chooseEncoding, lengthIn, type Encoding } from '../pagecache/encodings.ts';
import type { StoredPage } from '../pagecache/stored-page.ts';
import { headersFor, type SecurityHeaders } from './security-headers.ts';

/** Sends a finished page in the best encoding that the caller accepts; 304 if the caller has it. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: StoredPage,
  security: SecurityHeaders,
): void {
  const { 'accept-encoding': accepted, 'available-dictionary': dictionary } = request.headers;
  const encoding = chooseEncoding(accepted, page.bodies, dictionary);
  const { validators, headers } = headOf(page, encoding, security);
  if (page.status === 200 && hasCurrentCopy(request, page.etag)) {
    response.writeHead(304, validators).end();
    return;
  }
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : bodyIn(page.bodies, encoding));
}

type Head = {
  /** Headers of a 304: all but those that describe a body, its length above all. */
  validators: Record<string, string>;
  headers: Record<string, string | number>;
};

/** Heads of cached pages, built once per page and encoding; garbage-collected with the page. */
const heads = new WeakMap<StoredPage, Partial<Record<Encoding, Head>>>();

function headOf(page: StoredPage, encoding: Encoding, security: SecurityHeaders): Head {
  let made = heads.get(page);
  if (!made) heads.set(page, (made = {}));
  return (made[encoding] ??= makeHead(page, encoding, security));
}

function makeHead(page: StoredPage, encoding: Encoding, security: SecurityHeaders): Head {
  const { etag } = page;
  const common = headersFor(security, page.headers['content-type']);
  const named = etag === null ? {} : { etag };
  const vary = 'Accept-Encoding' + ('dcb' in page.bodies ? ', Available-Dictionary' : '');
  const validators: Head['validators'] = { ...common, ...page.headers, ...named, vary };
  // The render set its own: a compressed body has another, and 304 has no body to measure (RFC
  // 9110, section 8.6).
  delete validators['content-length'];
  const headers = {
    ...validators,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': lengthIn(page.bodies, encoding),
  };
  return { validators, headers };
}

function hasCurrentCopy(request: IncomingMessage, etag: string | null): boolean {
  const clientTag = request.headers['if-none-match'];
  if (clientTag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  if (clientTag === '*') return true;
  return etag !== null && clientTag.split(',').some((tag) => opaque(tag) === opaque(etag));
}
