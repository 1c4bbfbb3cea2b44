import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import {
  bodyIn,
  chooseEncoding,
  compressOnce,
  isCompressible,
  type Encoding,
} from '../pagecache/encodings.ts';
import type { CallResponse } from './call-response.ts';
import { isCachedAnswer } from './cached-answer.ts';
import { headersFor, type SecurityHeaders } from './security-headers.ts';

/** A smaller body fits the packet of its headers anyway. */
const compressedFromBytes = 1_024;

/** Sends what Astro has rendered, with the headers of a page where it is one. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Response,
  security: SecurityHeaders,
): Promise<void> {
  for (const [name, value] of Object.entries(
    headersFor(security, headers.get('content-type') ?? ''),
  )) {
    response.setHeader(name, value);
  }
  const bytes = await new Response(body).arrayBuffer();
  await sendWhole(request, response, { status, headers, body: Buffer.from(bytes) });
}

/** Sends what a call has answered: text compressed where that saves something, streams as they come. */
export async function sendCall(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: CallResponse,
): Promise<void> {
  if (typeof body === 'string' && body.length < compressedFromBytes) {
    // One write with the headers.
    const outgoing = { ...toOutgoing(headers), 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, outgoing);
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  if (isCachedAnswer(body)) {
    const encoding = chooseEncoding(request.headers['accept-encoding'], body.cachedBodies);
    const outgoing = { ...toOutgoing(headers), ...inEncoding(encoding) };
    endWith(request, response, { status, outgoing, bytes: bodyIn(body.cachedBodies, encoding) });
    return;
  }
  if (!(body instanceof ReadableStream)) {
    return sendWhole(request, response, { status, headers, body: toBuffer(body) });
  }
  // The caller may have left while it was made.
  if (response.destroyed) return body.cancel();
  response.writeHead(status, toOutgoing(headers));
  if (request.method === 'HEAD') {
    await body.cancel();
    response.end();
    return;
  }
  await pipeline(Readable.fromWeb(body as NodeReadableStream), response);
}

type Whole = { status: number; headers: Headers; body: Buffer };

async function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Whole,
): Promise<void> {
  let outgoing = toOutgoing(headers);
  let sent = body;
  if (body.length >= compressedFromBytes && isCompressible(headers.get('content-type') ?? '')) {
    const { encoding, bytes } = await compressOnce(body, request.headers['accept-encoding']);
    outgoing = { ...outgoing, ...inEncoding(encoding) };
    sent = bytes;
  }
  endWith(request, response, { status, outgoing, bytes: sent });
}

/** Headers of a body that other callers get in another encoding. */
function inEncoding(encoding: Encoding): OutgoingHttpHeaders {
  return {
    vary: 'Accept-Encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
}

function endWith(
  request: IncomingMessage,
  response: ServerResponse,
  { status, outgoing, bytes }: { status: number; outgoing: OutgoingHttpHeaders; bytes: Buffer },
): void {
  const hasLength = status !== 204 && status !== 304;
  response.writeHead(status, { ...outgoing, ...(hasLength && { 'content-length': bytes.length }) });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function toBuffer(body: string | Uint8Array): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function toOutgoing(headers: Headers): OutgoingHttpHeaders {
  const outgoing: OutgoingHttpHeaders = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) outgoing['set-cookie'] = cookies;
  return outgoing;
}
