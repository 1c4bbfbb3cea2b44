import type { IncomingMessage } from 'node:http';

const bodyBytesMax = 256 * 1024;

/** A request's body as text; null when it is too large. Rejects when it is incomplete. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
