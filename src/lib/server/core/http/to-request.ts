import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { announcesBody } from './unread-body.ts';

/** What is read of a request's headers: those of a web `Request`, or `toCallRequest`'s. */
export type RequestHeaders = Pick<Headers, 'get'>;

/** What a call reads of its request; a web `Request` has it. */
export type CallRequest = Pick<Request, 'method' | 'body'> & { headers: RequestHeaders };

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
  const body = Readable.isDisturbed(incoming)
    ? brokenOff()
    : (incoming as unknown as ReadableStream);
  const withBody = { method, headers, body, duplex: 'half' };
  return new Request(url, withBody);
}

/** The body of a caller who left before it was read. */
const brokenOff = (): ReadableStream =>
  new ReadableStream({
    start: (controller) => controller.error(new Error('the caller has left')),
  });

/**
 * What a call reads, without a web `Request` where it reads no body. Of a header that is sent twice,
 * Node joins the values or keeps the first, as that header allows.
 */
export function toCallRequest(incoming: IncomingMessage, url: URL): CallRequest {
  return {
    method: incoming.method ?? 'GET',
    headers: {
      get: (name) => {
        const value = incoming.headers[name];
        return (Array.isArray(value) ? value.join(', ') : value) ?? null;
      },
    },
    get body() {
      return toRequest(incoming, url).body;
    },
  };
}
