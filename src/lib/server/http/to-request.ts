import type { IncomingMessage } from 'node:http';

/**
 * A request as the web's `Request`. Its address is a path on this site whatever the `Host`: that is
 * the caller's word. The body is read by whoever bounds it (`read-body.ts`).
 */
export function toRequest(incoming: IncomingMessage, url: URL): Request {
  const { method = 'GET', rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  if (!hasBody(incoming)) return new Request(url, { method, headers });
  // Node takes any async iterable of bytes, and wants `duplex`: the types of the web know neither.
  const withBody = { method, headers, body: incoming as unknown as ReadableStream, duplex: 'half' };
  return new Request(url, withBody);
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
