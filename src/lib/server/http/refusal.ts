import {
  refusalStatus,
  type FieldError,
  type RefusalBody,
  type RefusalCode,
} from '../../shared/contracts/call.ts';

/** An expected “no”, as a value: a stable code, a French sentence, what may be told besides. */
export type Refusal<Code extends RefusalCode = RefusalCode> = {
  readonly refusal: Code;
  readonly message: string;
  readonly errors?: FieldError[];
  /** Public facts that the answer carries, such as the title of a locked chapter. */
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

/** Tells a refusal from the body of a success. */
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

/** The HTTP answer of a refusal. */
export function refusalResponse(refusal: Refusal): Response {
  return Response.json(refusalBody(refusal), {
    status: refusalStatus[refusal.refusal],
    // The code stands in a header too: an answer to HEAD has no body.
    headers: { 'cache-control': 'private, no-store', 'x-error': refusal.refusal },
  });
}
