import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { accountVersion, isKnownVersion } from '../api-versions.ts';
import { decodeForm, type FormFields } from '../form.ts';
import { readBody } from '../read-body.ts';
import { Refusal } from '../refusal.ts';

/** A request to the API. */
export type Asked = {
  method: string;
  path: string;
  query: FormFields;
  body: FormFields;
  rawBody: string;
  requestId: string;
  version: string;
  idempotencyKey: string | null;
};

/** Reads a request to the API; returns a refusal for one that is too large or malformed. */
export async function readRequest(
  request: IncomingMessage,
  requestId: string,
  version: string,
): Promise<Asked | Refusal> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://stripe.invalid');
  const rawBody = await readBody(request);
  if (rawBody === null) return new Refusal(413, 'Request too large.');
  try {
    return {
      method: request.method ?? 'GET',
      path: pathname,
      query: decodeForm(search.slice(1)),
      body: decodeForm(rawBody),
      rawBody,
      requestId,
      version,
      idempotencyKey: headerOf(request, 'idempotency-key'),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Refusal(400, `Invalid request: ${error.message}`);
  }
}

/** Refuses a request without the account's key, without revealing the one it sent. */
export function requireKey(request: IncomingMessage, secretKey: string): void {
  const [scheme, key = ''] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme !== 'Bearer' || key === '') {
    throw new Refusal(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (!isSame(key, secretKey)) {
    throw new Refusal(401, `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function requireVersion(version: string): void {
  if (!isKnownVersion(version)) {
    throw new Refusal(400, `Invalid Stripe API version: ${version}`, { param: 'Stripe-Version' });
  }
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The requested API version, or the account's. */
export function versionOf(request: IncomingMessage): string {
  return headerOf(request, 'stripe-version') ?? accountVersion;
}
