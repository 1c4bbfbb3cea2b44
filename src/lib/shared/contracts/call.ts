import type { z } from 'zod';

/** Codes of expected refusals, with their HTTP status. One table for the whole product. */
export const refusalStatus = {
  MALFORMED: 400,
  CLIENT_TOKEN_INVALID: 403,
  PREMIUM_LOCKED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RATE_LIMITED: 429,
  INTERNAL: 500,
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

/**
 * One call of the product: what goes in, what comes out, how it may be refused.
 * The endpoint, the browser and the tests import the same object, so they cannot differ.
 */
export type Call<Params extends z.ZodType, Query extends z.ZodType, Response extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  params: Params;
  query: Query;
  response: Response;
  refusals: readonly RefusalCode[];
};

/** Declares a call; the type parameters follow from the schemas. */
export function defineCall<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Response extends z.ZodType,
>(call: Call<Params, Query, Response>): Call<Params, Query, Response> {
  return call;
}
