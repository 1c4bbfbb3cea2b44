import type { z } from 'zod';

/** Codes of expected refusals, with their HTTP status. One table for the whole product. */
export const refusalStatus = {
  MALFORMED: 400,
  SIGN_IN_REQUIRED: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_INVALID: 401,
  INSUFFICIENT_CREDITS: 402,
  CLIENT_TOKEN_INVALID: 403,
  CSRF_VALIDATION_ERROR: 403,
  FORBIDDEN: 403,
  PREMIUM_LOCKED: 403,
  CHALLENGE_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BODY_INCOMPLETE: 408,
  CHALLENGE_NOT_NEEDED: 409,
  ERASURE_REFUSED: 409,
  PLACE_STALE: 409,
  PRICE_CHANGED: 409,
  WITHDRAWAL_REFUSED: 409,
  COPY_STALE: 409,
  CHAPTERS_STALE: 409,
  CHAPTER_INCOMPLETE: 409,
  CHAPTER_PUBLISHED: 409,
  CHAPTER_UNLOCKED: 409,
  NOVEL_PUBLISHED: 409,
  LIMIT_REACHED: 409,
  CHALLENGE_GONE: 410,
  BODY_TOO_LARGE: 413,
  PICTURE_REFUSED: 422,
  BOOK_REFUSED: 422,
  ACCESS_LOCKED: 423,
  RATE_LIMITED: 429,
  READING_PAUSED: 429,
  INTERNAL: 500,
  PAYMENT_UNAVAILABLE: 503,
} as const;

export type RefusalCode = keyof typeof refusalStatus;

/** What is wrong with one field of a request, in French. */
export type FieldError = { field: string; message: string };

/** The body of every answer that is not a success (design section 4). */
export type RefusalBody = {
  error: RefusalCode;
  message: string;
  /** The same sentence: the specification's client reads `msg`. */
  msg: string;
  errors?: FieldError[];
};

/** What a call is counted as; how many of each a minute allows is the server's business. */
export type LimitClass =
  | 'read'
  | 'content'
  | 'write'
  | 'comment'
  | 'challenge'
  | 'signIn'
  | 'payment'
  | 'upload'
  | 'export'
  | 'webhook';

type Schema = z.ZodType;

/**
 * One call of the product: what goes in, what comes out, how it may be refused.
 * The endpoint, the browser and the tests import the same object, so they cannot differ.
 * The browser imports its type alone: method and path are literals there, and no schema is loaded.
 */
export type Call<
  Method extends HttpMethod = HttpMethod,
  Path extends string = string,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> = {
  method: Method;
  path: Path;
  limit: LimitClass;
  params: Params;
  query: Query;
  /** JSON in the request; `noBody` where none is read; `bytesBody` where `isFileBody`. */
  body: Body;
  /** The request carries a file as it is, of any media type, instead of JSON. */
  isFileBody?: boolean;
  /** What a request may carry at most, where it is not the 64 KiB of any form. */
  bodyMaxBytes?: number;
  response: Response;
  /** Behind the access guard: whoever is locked out gets 423 `ACCESS_LOCKED`. */
  isBehindLock?: boolean;
  /** What it may refuse with, besides `everyCallRefuses` and `everyChangeRefuses`. */
  refusals: readonly RefusalCode[];
};

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Any call may answer these. */
export const everyCallRefuses = [
  'MALFORMED',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'CLIENT_TOKEN_INVALID',
  'RATE_LIMITED',
  'INTERNAL',
] as const satisfies readonly RefusalCode[];

/** And any call that changes state these. */
export const everyChangeRefuses = [
  'CSRF_VALIDATION_ERROR',
  'BODY_TOO_LARGE',
  'BODY_INCOMPLETE',
] as const satisfies readonly RefusalCode[];

/** Declares a call; the type parameters follow from the schemas. */
export function defineCall<
  const Method extends HttpMethod,
  const Path extends string,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Response extends Schema,
>(
  call: Call<Method, Path, Params, Query, Body, Response>,
): Call<Method, Path, Params, Query, Body, Response> {
  return call;
}
