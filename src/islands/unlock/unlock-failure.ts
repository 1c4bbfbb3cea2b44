import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';

/** Why the unlock failed: the server's `msg`, else one sentence (specification, section 8). */
export function unlockFailureSentence({
  message,
  isRateLimited,
  body,
}: Pick<Failure, 'message' | 'isRateLimited' | 'body'>): string {
  if (isRateLimited) return message;
  return typeof body.msg === 'string' && body.msg !== '' ? body.msg : messages.unlockFailed;
}

/** The balance in an insufficient-credits error, or null. */
export function toldBalance({ error, body }: Pick<Failure, 'error' | 'body'>): number | null {
  const { remainingCredits } = body;
  const isTold = error === 'INSUFFICIENT_CREDITS' && Number.isSafeInteger(remainingCredits);
  return isTold ? Number(remainingCredits) : null;
}
