import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';

/** The specification's message (section 8), and errors by field if any. */
export function itemFailureSentence({ isRateLimited, errors = [] }: Failure): string {
  if (isRateLimited) return messages.rateLimited;
  const details = errors.map(({ message }) => message).join(' ');
  return details ? `${messages.itemSaveFailed}. ${details}` : messages.itemSaveFailed;
}
