import { useState, type SubmitEvent } from 'react';
import type { FieldError } from '#shared/contracts/refusals.ts';
import { fieldOf } from './form-errors.ts';
import { useAction, type Refusal } from './use-action.ts';

export type Submit = {
  /** For the form. Its fields keep their values, whatever the result. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  isPending: boolean;
  /** The form's error message; '' for none. */
  sentence: string;
  /** The error of a field, until it is edited; undefined for none. */
  wrong: (name: string) => string | undefined;
  /** Call when a field changes otherwise: clears its error and, after the last one, the message. */
  mend: (name: string) => void;
  /** Call when another choice is made: clears all errors. */
  clear: () => void;
  /** For the form: `mend` for the field that is typed in. */
  onInput: (event: { target: EventTarget }) => void;
};

const typedIn = (form: HTMLFormElement) => {
  const values = new FormData(form);
  return (name: string): string => {
    const value = values.get(name);
    return typeof value === 'string' ? value : '';
  };
};

/** Clears an outdated error. */
type Mended = { of: Refusal | null; names: readonly string[]; isCleared: boolean };

const nothingMended: Mended = { of: null, names: [], isCleared: false };

/**
 * Shared by all forms sent to the server: one submit at a time, shows errors, and focuses
 * the first invalid field. Not `<form action>`, which empties the fields (decision 54).
 * @param send validates and sends the form; null on success. `typed`: the text of a field.
 * @param sentences of fields whose own rules are checked first; nothing is sent if one is not valid.
 */
export function useSubmit(
  send: (form: HTMLFormElement, typed: (name: string) => string) => Promise<Refusal | null>,
  sentences: FieldSentences = {},
): Submit {
  const { run, isPending, refusal } = useAction(async (form: HTMLFormElement) => {
    const wrong = fieldErrors(form, sentences);
    const refused =
      wrong.length > 0 ? { sentence: '', errors: wrong } : await send(form, typedIn(form));
    const [first] = refused?.errors ?? [];
    if (first) focusField(form, fieldOf(first.field));
    return refused;
  });
  const [mended, setMended] = useState(nothingMended);
  const { names, isCleared } = mended.of === refusal ? mended : nothingMended;
  const found = isCleared ? null : refusal;
  const errors = found?.errors?.filter(({ field }) => !names.includes(fieldOf(field))) ?? [];
  const isMended = names.length > 0 && errors.length === 0;
  const mend = (name: string) => {
    if (errors.some(({ field }) => fieldOf(field) === name)) {
      setMended({ of: refusal, names: [...names, name], isCleared });
    }
  };
  return {
    onSubmit: (event) => {
      event.preventDefault();
      run(event.currentTarget);
    },
    isPending,
    sentence: isMended ? '' : (found?.sentence ?? ''),
    wrong: (name) => errors.find(({ field }) => fieldOf(field) === name)?.message,
    mend,
    clear: () => setMended({ of: refusal, names: [], isCleared: true }),
    onInput: ({ target }) => {
      if ('name' in target && typeof target.name === 'string') mend(target.name);
    },
  };
}

/** Focuses a field, also one in a closed part of the form; of several with one name, the first. */
export function focusField(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (!(field instanceof HTMLElement)) return;
  const part = field.closest('details');
  if (part) part.open = true;
  field.focus();
}

/** By name, in their order in the form, what to say of a field that is not valid. */
type FieldSentences = Readonly<Record<string, string>>;

/**
 * The errors of a form's fields by their own rules (`required`, `min`, `max`, a `count`). The form
 * is `noValidate`: the browser would show them in a bubble, in its own language.
 */
function fieldErrors(form: HTMLFormElement, sentences: FieldSentences): FieldError[] {
  return Object.entries(sentences).flatMap(([field, message]) =>
    isWrong(form.elements.namedItem(field)) ? [{ field, message }] : [],
  );
}

function isWrong(field: Element | RadioNodeList | null): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  const isBlank = field.required && field.value.trim() === '';
  return isBlank || field.dataset.over !== undefined || !field.validity.valid;
}
