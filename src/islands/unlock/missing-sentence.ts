import { formatCount } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';

/** The balance does not suffice (specification, section 8); with some credits, how many are missing. */
export function missingSentence(neededCredits: number, balance: number): string {
  if (balance === 0 && neededCredits === 1) return messages.creditsInsufficient;
  return `${messages.creditsInsufficient} Il vous en manque\u00A0${formatCount(neededCredits - balance)}.`;
}
