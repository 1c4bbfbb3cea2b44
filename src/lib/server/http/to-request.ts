import type { IncomingMessage } from 'node:http';
import { announcesBody } from './unread-body.ts';

/**
 * A request as the web's `Request`, at the address that `readUrl` has read. Limits on the
 * body's size and pace are those of `read-body.ts`.
 */
export function toRequest(incoming: IncomingMessage, url: URL): Request {
  const { method = 'GET', rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead || !announcesBody(incoming.headers)) return new Request(url, { method, headers });
  // Node takes any async iterable of bytes, and wants `duplex`: the types of the web know neither.
  const withBody = { method, headers, body: incoming as unknown as ReadableStream, duplex: 'half' };
  return new Request(url, withBody);
}
