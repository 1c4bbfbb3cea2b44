import { messages } from '../../shared/messages.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';

/** More than any form or comment of the product needs. */
const bodyMaxBytes = 64 * 1024;
/** An event of Stripe's holds a whole object. */
const eventMaxBytes = 512 * 1024;

/**
 * The JSON in a request; undefined where there is none. Refuses what is no JSON with 400
 * `MALFORMED`, and what is too long with 413 `BODY_TOO_LARGE`, without reading it to its end.
 * Its texts can be kept: they are well-formed and hold no NUL, which PostgreSQL refuses.
 */
export async function readJson(
  request: Request,
  maxBytes = bodyMaxBytes,
): Promise<{ json: unknown } | Refusal> {
  const bytes = await readBytes(request, maxBytes);
  if (isRefusal(bytes)) return bytes;
  if (bytes.length === 0) return { json: undefined };
  const malformed = refuse('MALFORMED', messages.malformed);
  if (!hasType(request, 'application/json')) return malformed;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { json: JSON.parse(text, keepable) as unknown };
  } catch {
    return malformed;
  }
}

function keepable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
}

/** The fields of a form in a request. Refuses what is no form, or too long, like `readJson`. */
export async function readForm(request: Request): Promise<URLSearchParams | Refusal> {
  const bytes = await readBytes(request);
  if (isRefusal(bytes)) return bytes;
  if (!hasType(request, 'application/x-www-form-urlencoded')) {
    return refuse('MALFORMED', messages.malformed);
  }
  return new URLSearchParams(bytes.toString('utf8'));
}

/** The text of a request as it came, whatever its type; refuses what is too long. */
export async function readText(request: Request): Promise<string | Refusal> {
  const bytes = await readBytes(request, eventMaxBytes);
  return isRefusal(bytes) ? bytes : bytes.toString('utf8');
}

/** A request's body as it came; refuses what is too long with 413, without reading it to its end. */
export async function readBytes(
  request: Request,
  maxBytes = bodyMaxBytes,
): Promise<Buffer | Refusal> {
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return refuse('BODY_TOO_LARGE', messages.bodyTooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function hasType(request: Request, type: string): boolean {
  const given = request.headers.get('content-type') ?? '';
  return given.split(';', 1)[0]?.trim().toLowerCase() === type;
}
