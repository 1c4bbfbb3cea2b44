import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';

/** Why the unlock failed: the server's `msg`, else one sentence (specification, section 8). */
export function unlockFailureSentence({
  error,
  message,
  isRateLimited,
  body,
}: Pick<Failure, 'error' | 'message' | 'isRateLimited' | 'body'>): string {
  // Any other 429 has the specification's sentence; this one says until when, and why.
  if (error === 'READING_PAUSED' && typeof body.message === 'string') return body.message;
  if (isRateLimited) return message;
  return typeof body.msg === 'string' && body.msg !== '' ? body.msg : messages.unlockFailed;
}

/** The balance in an insufficient-credits error, or null. */
export function balanceInRefusal({ error, body }: Pick<Failure, 'error' | 'body'>): number | null {
  const { remainingCredits } = body;
  const isGiven = error === 'INSUFFICIENT_CREDITS' && Number.isSafeInteger(remainingCredits);
  return isGiven ? Number(remainingCredits) : null;
}
