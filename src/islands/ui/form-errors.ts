import type { Failure } from '#browser/outcome.ts';
import type { FieldError } from '#shared/contracts/refusals.ts';
import type { Refusal } from './use-action.ts';

/** Errors of a rejected form: by field, and one message for the rest. */
export type FormErrors = { errors: readonly FieldError[]; sentence: string };

/** The form field of an error path: `tags.3` is `tags`. */
export const fieldOf = (path: string): string => path.split('.', 1)[0] ?? '';

/** A refusal in one sentence, where no field shows its own error. */
export const firstError = ({ message, errors }: Failure): Refusal => ({
  sentence: errors?.[0]?.message ?? message,
});

const correctThem = 'Corrigez les champs signalés.';

/**
 * Splits the server's errors between a form's fields and one message for the rest.
 * @param fields those that show their own error.
 */
export function formErrors(
  { error, message, errors = [] }: Pick<Failure, 'message'> & Partial<Failure>,
  fields: readonly string[],
): FormErrors {
  const isShown = ({ field }: FieldError) => fields.includes(fieldOf(field));
  const shown = errors.filter(isShown);
  const others = errors.filter((wrong) => !isShown(wrong)).map((wrong) => wrong.message);
  // The message that a form was malformed does not help its user.
  const isVague = error === 'MALFORMED' && errors.length > 0;
  const first = isVague ? (shown.length > 0 ? [correctThem] : []) : [message];
  return { errors: shown, sentence: [...new Set([...first, ...others])].join(' ') };
}
