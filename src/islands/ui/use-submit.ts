import { useState, type SubmitEvent } from 'react';
import { fieldOf } from './form-errors.ts';
import { useAction, type Refusal } from './use-action.ts';

export type Submit = {
  /** For the form. Its fields keep what was written, whatever becomes of it. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  isPending: boolean;
  /** Why the form was refused, in one place; '' for nothing to say. */
  sentence: string;
  /** What is wrong with a field, until it is mended; undefined for nothing. */
  wrong: (name: string) => string | undefined;
  /** A field has changed: what was said of it holds no more. After the last, nor does the sentence. */
  mend: (name: string) => void;
  /** Another choice was made: nothing of what was said holds any more. */
  clear: () => void;
  /** `mend` for a form's `onInput`. */
  mendInput: (target: EventTarget) => void;
};

/** What of a refusal holds no more. */
type Mended = { of: Refusal | null; names: readonly string[]; isCleared: boolean };

const nothingMended: Mended = { of: null, names: [], isCleared: false };

/**
 * What every form that the server answers shares: it is sent once at a time, its refusal is shown, and
 * the first wrong field takes the focus. Not `<form action>`, which empties the fields (decision 54).
 * @param send checks and sends the form; null once it is done.
 */
export function useSubmit(send: (form: HTMLFormElement) => Promise<Refusal | null>): Submit {
  const { run, isPending, refusal } = useAction(async (form: HTMLFormElement) => {
    const refused = await send(form);
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
    mendInput: (target) => {
      if ('name' in target && typeof target.name === 'string') mend(target.name);
    },
  };
}

/** Gives a field the focus; of several with one name, the first. */
export function focusField(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) field.focus();
}
