import type { FieldError } from '#shared/contracts/refusals.ts';

/** By name, in their order in the form, what to say of a field that is not valid. */
export type FieldSentences = Readonly<Record<string, string>>;

/**
 * The errors of a form's fields by their own rules (`required`, `min`, `max`, a `count`). The form
 * is `noValidate`: the browser would show them in a bubble, in its own language.
 */
export function fieldErrors(form: HTMLFormElement, sentences: FieldSentences): FieldError[] {
  return Object.entries(sentences).flatMap(([field, message]) =>
    isWrong(form.elements.namedItem(field)) ? [{ field, message }] : [],
  );
}

function isWrong(field: Element | RadioNodeList | null): boolean {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  const isBlank = field.required && field.value.trim() === '';
  return isBlank || field.dataset.over !== undefined || !field.validity.valid;
}
