import type { z } from 'zod';

/**
 * The French message for a field whose schema has none: a schema's own messages are English, for
 * developers.
 */
export const fieldSentence: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'Il manque une valeur.';
  if (issue.code === 'too_big') return tooBig[issue.origin] ?? 'Cette valeur est trop grande.';
  if (issue.code === 'too_small') return tooSmall[issue.origin] ?? 'Cette valeur est trop petite.';
  return 'Cette valeur n’est pas valable.';
};

const tooBig: Partial<Record<string, string>> = {
  string: 'Ce texte est trop long.',
  array: 'Cette liste est trop longue.',
};
const tooSmall: Partial<Record<string, string>> = {
  string: 'Ce texte est trop court.',
  array: 'Cette liste est trop courte.',
};
