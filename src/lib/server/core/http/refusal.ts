import {
  refusalStatus,
  type FieldError,
  type RefusalBody,
  type RefusalCode,
} from '#shared/contracts/refusals.ts';
import { messages } from '#shared/messages.ts';

/** An expected error, as a value: a stable code, a French sentence, optional public details. */
export type Refusal<Code extends RefusalCode = RefusalCode> = {
  readonly refusal: Code;
  readonly message: string;
  readonly errors?: FieldError[];
  /** Public details of the response, such as the title of a locked chapter. */
  readonly details?: Record<string, unknown>;
};

/** Makes a refusal. */
export function refuse<Code extends RefusalCode>(
  code: Code,
  message: string,
  more: Pick<Refusal, 'errors' | 'details'> = {},
): Refusal<Code> {
  return { refusal: code, message, ...more };
}

/** Distinguishes a refusal from the body of a success. */
export function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && 'refusal' in answer;
}

/** The body of a refusal (design section 4). */
export function refusalBody(refusal: Refusal): RefusalBody & Record<string, unknown> {
  return {
    ...refusal.details,
    error: refusal.refusal,
    message: refusal.message,
    msg: refusal.message,
    ...(refusal.errors && { errors: refusal.errors }),
  };
}

/** Headers of a refusal. The code is one of them: a response to HEAD has no body. */
export function refusalHeaders({ refusal }: Refusal): Record<string, string> {
  return { 'cache-control': 'private, no-store', 'x-error': refusal };
}

/** The HTTP response of a refusal. */
export function refusalResponse(refusal: Refusal): Response {
  return Response.json(refusalBody(refusal), {
    status: refusalStatus[refusal.refusal],
    headers: refusalHeaders(refusal),
  });
}

/** 429 with the specification's sentence and the wait. */
export function rateLimitedResponse(waitSeconds: number): Response {
  const response = refusalResponse(refuse('RATE_LIMITED', messages.rateLimited));
  response.headers.set('retry-after', String(waitSeconds));
  return response;
}

/** 405 for a call without such a method; counted like any call. */
export async function methodNotAllowed({ app, address }: App.Locals): Promise<Response> {
  const waitSeconds = await app.rateLimit.consume('read', { address });
  if (waitSeconds !== null) return rateLimitedResponse(waitSeconds);
  return refusalResponse(refuse('METHOD_NOT_ALLOWED', messages.methodNotAllowed));
}
