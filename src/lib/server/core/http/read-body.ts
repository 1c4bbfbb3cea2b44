import { messages } from '#shared/messages.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';
import type { BodyBytes } from './body-budget.ts';
import type { CallRequest } from './to-request.ts';

/** More than any form or comment of the product needs. */
const bodyMaxBytes = 64 * 1024;
/** A Stripe event contains a whole object. */
const eventMaxBytes = 512 * 1024;

/** How fast a body has to arrive. */
export type BodyPace = {
  /** The time for the whole body. */
  withinMs: number;
  /** The minimum per window, or the rest. */
  windowMs: number;
  windowMinBytes: number;
};

const window = { windowMs: 10_000, windowMinBytes: 10 * 1024 };
/** For everyone: a form, from the slowest of phones. */
export const formPace: BodyPace = { withinMs: 30_000, ...window };
/** For a signed-in user who uploads a file: 20 MiB from a phone take minutes. */
export const uploadPace: BodyPace = { withinMs: 300_000, ...window };

/** Limits of a body, where they differ from a form's. */
export type BodyBounds = {
  maxBytes?: number | undefined;
  pace?: BodyPace;
  bytes?: BodyBytes;
  /** Returns the first `maxBytes` of a body that is too long, and reads and drops its rest. */
  dropsRest?: boolean;
};

/**
 * The JSON of a request; undefined where there is none. Refuses invalid JSON with 400 `MALFORMED`,
 * and otherwise like `readBytes`. Its texts can be stored: they are well-formed and without NUL,
 * which PostgreSQL refuses.
 */
export async function readJson(
  request: CallRequest,
  bounds: BodyBounds = {},
): Promise<{ json: unknown } | Refusal> {
  const bytes = await readBytes(request, bounds);
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

/** The bytes of a file, in the place of a JSON's value. */
export async function readFile(
  request: CallRequest,
  bounds: BodyBounds,
): Promise<{ json: Buffer } | Refusal> {
  const file = await readBytes(request, bounds);
  return isRefusal(file) ? file : { json: file };
}

const keepable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? keepableText(value) : value;

/** A text as it can be stored and searched for. */
export const keepableText = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** Where a request comes from, and the app that counts its bytes. */
type From = Pick<App.Locals, 'app' | 'address'>;

async function readSmall(
  request: Request,
  { app, address }: From,
  maxBytes?: number,
): Promise<Buffer | Refusal> {
  const bytes = app.bodies.open(address);
  try {
    return await readBytes(request, { maxBytes, bytes });
  } finally {
    bytes.close();
  }
}

/** The fields of a form in a request. Refuses an invalid or too long form, like `readJson`. */
export async function readForm(request: Request, from: From): Promise<URLSearchParams | Refusal> {
  const bytes = await readSmall(request, from);
  if (isRefusal(bytes)) return bytes;
  if (!hasType(request, 'application/x-www-form-urlencoded')) {
    return refuse('MALFORMED', messages.malformed);
  }
  return new URLSearchParams(bytes.toString('utf8'));
}

/**
 * The texts of a form in a request, urlencoded or of several parts (`multipart/form-data`): a small one,
 * that is read as a whole. Refuses like `readForm`.
 */
export async function readFields(request: Request, from: From): Promise<URLSearchParams | Refusal> {
  if (!hasType(request, 'multipart/form-data')) return readForm(request, from);
  const bytes = await readSmall(request, from);
  if (isRefusal(bytes)) return bytes;
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  try {
    const form = await new Response(Uint8Array.from(bytes), { headers }).formData();
    const texts = [...form].filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    );
    return new URLSearchParams(texts);
  } catch {
    return refuse('MALFORMED', messages.malformed);
  }
}

/** The raw text of a request, whatever its type; refuses like `readBytes`, above 512 KiB. */
export async function readText(request: Request, from: From): Promise<string | Refusal> {
  const bytes = await readSmall(request, from, eventMaxBytes);
  return isRefusal(bytes) ? bytes : bytes.toString('utf8');
}

/**
 * A request's raw body. Refuses a body that is too long with 413 `BODY_TOO_LARGE`, without reading
 * it to its end, one that is too slow or incomplete with 408 `BODY_INCOMPLETE`, and with 503 `BUSY`
 * one that there is no room for among all that arrive (`bytes`). The server
 * handles the connection (`src/lib/server/core/http/unread-body.ts`).
 */
export async function readBytes(
  { body }: Pick<CallRequest, 'body'>,
  { maxBytes = bodyMaxBytes, pace = formPace, bytes, dropsRest = false }: BodyBounds = {},
): Promise<Buffer | Refusal> {
  if (!body) return Buffer.alloc(0);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  const received = { bytes: 0 };
  const watch = watchPace(pace, received);
  try {
    for (;;) {
      const read = await Promise.race([reader.read(), watch.tooSlow]);
      if (read === null) return refuse('BODY_INCOMPLETE', messages.bodyIncomplete);
      if (read.done) return Buffer.concat(chunks);
      const room = Math.max(0, maxBytes - received.bytes);
      received.bytes += read.value.byteLength;
      if (received.bytes > maxBytes && !dropsRest) {
        return refuse('BODY_TOO_LARGE', messages.bodyTooLarge);
      }
      const isLarge = maxBytes > eventMaxBytes;
      if (bytes?.take(read.value.byteLength, isLarge) === false) {
        return refuse('BUSY', messages.bodiesBusy);
      }
      if (room > 0) chunks.push(read.value.subarray(0, room));
    }
  } catch {
    // The sender has disconnected.
    return refuse('BODY_INCOMPLETE', messages.bodyIncomplete);
  } finally {
    watch.stop();
  }
}

/** Watches the count `arrived`; `tooSlow` resolves when it falls behind `pace`. */
function watchPace(
  { withinMs, windowMs, windowMinBytes }: BodyPace,
  received: { readonly bytes: number },
): { tooSlow: Promise<null>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<null>();
  let before = 0;
  const whole = setTimeout(resolve, withinMs, null);
  const windows = setInterval(() => {
    if (received.bytes - before < windowMinBytes) resolve(null);
    before = received.bytes;
  }, windowMs);
  return {
    tooSlow: promise,
    stop: () => {
      clearTimeout(whole);
      clearInterval(windows);
    },
  };
}

function hasType(request: CallRequest, type: string): boolean {
  const given = request.headers.get('content-type') ?? '';
  return given.split(';', 1)[0]?.trim().toLowerCase() === type;
}
