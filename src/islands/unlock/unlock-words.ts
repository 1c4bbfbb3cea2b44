import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';
import { formatCount, plural } from '#shared/site/formats.ts';

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

/** The balance does not suffice (specification, section 8); with some credits, how many are missing. */
export function missingSentence(neededCredits: number, balance: number): string {
  if (balance === 0 && neededCredits === 1) return messages.creditsInsufficient;
  return `${messages.creditsInsufficient} Il vous en manque\u00A0${formatCount(neededCredits - balance)}.`;
}

/**
 * What was unlocked, in a sentence. None where all that was left has gone since the price was shown,
 * or where an earlier attempt has paid for it and its answer was lost.
 */
export function unlockedSentence(chapters: number): string {
  if (chapters === 0) return 'Il ne restait rien à déverrouiller.';
  return `${plural(chapters, 'chapitre déverrouillé', 'chapitres déverrouillés')}.`;
}
