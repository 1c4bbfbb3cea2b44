import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { writeResponse } from 'astro/app/node';
import { bodyIn, chooseEncoding, encodeBodies, isCompressible } from '../pagecache/encodings.ts';
import { headersFor, type SecurityHeaders } from './security-headers.ts';

/** A smaller body fits the packet of its headers anyway. */
const compressedFromBytes = 1_024;

/**
 * Sends what an endpoint or an uncached page has answered: text whole, compressed where that saves
 * something; anything else, such as a download, as it comes.
 */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
  security: SecurityHeaders,
): Promise<void> {
  const contentType = answer.headers.get('content-type') ?? '';
  for (const [name, value] of Object.entries(headersFor(security, contentType))) {
    response.setHeader(name, value);
  }
  if (answer.body !== null && !isCompressible(contentType)) {
    await writeResponse(answer, response);
    return;
  }
  const body = Buffer.from(await answer.arrayBuffer());
  const headers: OutgoingHttpHeaders = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const { encoding, bytes } = await encode(request, body, contentType);
  if (body.length > 0) headers['vary'] = 'Accept-Encoding';
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  const hasBody = request.method !== 'HEAD' && answer.body !== null;
  if (hasBody || bytes.length > 0) headers['content-length'] = bytes.length;
  response.writeHead(answer.status, headers);
  response.end(hasBody ? bytes : undefined);
}

async function encode(request: IncomingMessage, body: Buffer, contentType: string) {
  const accepted = request.headers['accept-encoding'];
  if (body.length < compressedFromBytes || !accepted) {
    return { encoding: 'identity', bytes: body } as const;
  }
  const { bodies } = await encodeBodies(body, { 'content-type': contentType });
  const encoding = chooseEncoding(accepted, bodies);
  return { encoding, bytes: encoding === 'identity' ? body : bodyIn(bodies, encoding) } as const;
}
