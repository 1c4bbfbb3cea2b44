import type { Failure } from '#browser/outcome.ts';
import type { FieldError } from '#shared/contracts/call.ts';

/** What a refused form says: at its fields what is wrong with them, the rest in one place. */
export type FormErrors = { errors: readonly FieldError[]; sentence: string };

/** The name of a form's field in an answer's `errors`: `tags.3` is `tags`. */
export const fieldOf = (path: string): string => path.split('.', 1)[0] ?? '';

const correctThem = 'Corrigez les champs signalés.';

/**
 * Divides what the server says between a form's fields and one sentence for all else.
 * @param fields those that show their own sentence.
 */
export function formErrors(
  { error, message, errors = [] }: Pick<Failure, 'error' | 'message' | 'errors'>,
  fields: readonly string[],
): FormErrors {
  const isShown = ({ field }: FieldError) => fields.includes(fieldOf(field));
  const shown = errors.filter(isShown);
  const others = errors.filter((wrong) => !isShown(wrong)).map((wrong) => wrong.message);
  // That a form was malformed says nothing to whoever filled it in.
  const isVague = error === 'MALFORMED' && errors.length > 0;
  const first = isVague ? (shown.length > 0 ? [correctThem] : []) : [message];
  return { errors: shown, sentence: [...new Set([...first, ...others])].join(' ') };
}
