import { useState } from 'react';
import type { Failure } from '#browser/outcome.ts';
import type { FieldError } from '#shared/contracts/call.ts';

/** What a refused form says: at its fields what is wrong with them, the rest in one place. */
export type FormErrors = { errors: readonly FieldError[]; sentence: string };

/** The name of a form's field in an answer's `errors`: `tags.3` is `tags`. */
const fieldOf = (path: string): string => path.split('.', 1)[0] ?? '';

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

const none: FormErrors = { errors: [], sentence: '' };

/** What is wrong with a form, until its fields are mended. */
export function useFormErrors(fields: readonly string[]) {
  const [{ errors, sentence }, setWrong] = useState(none);
  /** A field has changed: what was said of it holds no more. */
  const mend = (name: string): void => {
    const left = errors.filter(({ field }) => fieldOf(field) !== name);
    if (left.length === errors.length) return;
    setWrong(left.length === 0 ? none : { errors: left, sentence });
  };
  return {
    /** '' for nothing to say in one place. */
    sentence,
    /** What is wrong with a field; undefined for nothing. */
    wrong: (name: string): string | undefined =>
      errors.find(({ field }) => fieldOf(field) === name)?.message,
    clear: (): void => setWrong(none),
    /** @returns the name of the first field that is wrong. */
    refuse: (failure: Failure): string | undefined => {
      const found = formErrors(failure, fields);
      setWrong(found);
      const [first] = found.errors;
      return first && fieldOf(first.field);
    },
    mend,
    /** For a form's `onInput`. */
    mendInput: (target: EventTarget): void => {
      if ('name' in target && typeof target.name === 'string') mend(target.name);
    },
  };
}
