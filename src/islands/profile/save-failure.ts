import type { Failure } from '#browser/outcome.ts';

/**
 * Why a profile was not saved, in the messages of the specification, section 8, and errors
 * by field.
 */
export function saveFailureSentence({ status, isOffline, message, errors }: Failure): string {
  if (isOffline) return message;
  const sentences = [...new Set([message, ...(errors ?? []).map((field) => field.message)])];
  const told = sentences.join(' ');
  return status === 0 ? `Erreur: ${told}` : `Erreur: ${status} - ${told}`;
}
