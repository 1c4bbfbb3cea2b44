import type { Failure } from '#browser/outcome.ts';
import { messages } from '#shared/messages.ts';

/** The specification's sentence (section 8), and what of the fields is wrong where that is known. */
export function itemFailureSentence({ isRateLimited, errors = [] }: Failure): string {
  if (isRateLimited) return messages.rateLimited;
  const details = errors.map(({ message }) => message).join(' ');
  return details ? `${messages.itemSaveFailed}. ${details}` : messages.itemSaveFailed;
}
