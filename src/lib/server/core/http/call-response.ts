import { refusalStatus } from '#shared/contracts/refusals.ts';
import { fileSchema, streamSchema } from '#shared/contracts/fields.ts';
import { bodyIn } from '../pagecache/encodings.ts';
import { isCachedAnswer, type CachedAnswer } from './cached-answer.ts';
import { refusalBody, refusalHeaders, type Refusal } from './refusal.ts';

/** The response of a call, without the cost of a web `Response`. */
export type CallResponse = {
  status: number;
  headers: Headers;
  body: string | Uint8Array | ReadableStream<Uint8Array<ArrayBuffer>> | CachedAnswer<unknown>;
};

/** The response of a success: JSON, a file (`fileSchema`) or a stream (`streamSchema`). */
export function successOf(body: unknown, headers: Headers): CallResponse {
  headers.set('cache-control', 'private, no-store');
  const file = fileOf(body);
  if (!file) {
    headers.set('content-type', 'application/json');
    return { status: 200, headers, body: isCachedAnswer(body) ? body : JSON.stringify(body) };
  }
  headers.set('content-type', file.type);
  headers.set('content-disposition', `attachment; filename="${file.name}"`);
  return {
    status: 200,
    headers,
    body: 'stream' in file ? file.stream : file.file,
  };
}

function fileOf(body: unknown) {
  if (typeof body !== 'object' || body === null || !('name' in body)) return undefined;
  return fileSchema.safeParse(body).data ?? streamSchema.safeParse(body).data;
}

/** The response of a refusal (design section 4). */
export function refusalOf(refusal: Refusal, headers: Headers): CallResponse {
  for (const [name, value] of Object.entries(refusalHeaders(refusal))) headers.set(name, value);
  headers.set('content-type', 'application/json');
  const body = JSON.stringify(refusalBody(refusal));
  return { status: refusalStatus[refusal.refusal], headers, body };
}

/** The same as a web `Response`, for Astro. */
export function toWebResponse({ body, ...init }: CallResponse): Response {
  if (isCachedAnswer(body)) {
    return new Response(Uint8Array.from(bodyIn(body.cachedBodies, 'identity')), init);
  }
  // A file's bytes may be part of a larger buffer.
  return new Response(body instanceof Uint8Array ? Uint8Array.from(body) : body, init);
}
