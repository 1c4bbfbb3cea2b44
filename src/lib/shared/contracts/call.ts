import type { z } from 'zod';
import { noBody, nothing } from './fields.ts';
import type { RefusalCode } from './refusals.ts';

/** The rate limit class of a call; the server sets the limits per minute. */
export type LimitClass =
  | 'read'
  | 'content'
  | 'compare'
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
 * One call of the product: input, output, possible refusals. The endpoint, the browser and the
 * tests import the same object, so they cannot differ. In the browser only its method and path are
 * left (`scripts/build/light-contracts.ts`), so that no schema is loaded.
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
  /** JSON in the request; `noBody` if none is read; `bytesBody` with `isFileBody`. */
  body: Body;
  /** The request carries a raw file, of any media type, instead of JSON. */
  isFileBody?: boolean;
  /** The maximum size of a request, if not the 64 KiB of any form. */
  bodyMaxBytes?: number;
  response: Response;
  /** Behind the access guard: a locked-out caller gets 423 `ACCESS_LOCKED`. */
  isBehindLock?: boolean;
  /** The same for everybody: the session is not looked up, and an invalid one not refused. */
  ignoresSession?: boolean;
  /** Its refusals, in addition to `everyCallRefuses` and `everyChangeRefuses`. */
  refusals: readonly RefusalCode[];
};

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Possible for any call. */
export const everyCallRefuses = [
  'MALFORMED',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'CLIENT_TOKEN_INVALID',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies readonly RefusalCode[];

/** Possible for any call that changes state. */
export const everyChangeRefuses = [
  'CSRF_VALIDATION_ERROR',
  'BODY_TOO_LARGE',
  'BODY_INCOMPLETE',
  'BUSY',
] as const satisfies readonly RefusalCode[];

/**
 * Declares a call; the type parameters are inferred from the schemas. Without them a call has no
 * parameters, no query, and no body.
 */
export function defineCall<
  const Method extends HttpMethod,
  const Path extends string,
  Response extends Schema,
  Params extends Schema = typeof nothing,
  Query extends Schema = typeof nothing,
  Body extends Schema = typeof noBody,
>(
  call: Omit<Call<Method, Path, Params, Query, Body, Response>, 'params' | 'query' | 'body'> & {
    params?: Params;
    query?: Query;
    body?: Body;
  },
): Call<Method, Path, Params, Query, Body, Response> {
  const none = { params: nothing, query: nothing, body: noBody };
  // The defaults of the type parameters are those of the values.
  return { ...none, ...call } as unknown as Call<Method, Path, Params, Query, Body, Response>;
}
