import { useRef } from 'react';
import type { Elements } from '../ui/elements.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailureNotice } from '../ui/notice/Notice.tsx';
import type { Refusal } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useTextDraft } from './use-text-draft.tsx';

type Props = {
  action: string;
  /** Fields side by side, where there is room. */
  isWide?: boolean;
  isQuiet?: boolean;
  /** Sends it; null on success. */
  send: (typed: (name: string) => string) => Promise<Refusal | null>;
  /** Empties what was typed on success; a day and a choice stay. */
  isEmptied?: boolean;
  /** Sentences of fields whose rules the browser checks. */
  sentences?: Record<string, string>;
  children: (wrong: (name: string) => string | undefined) => Elements;
};

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && field.type === 'text');

/** A form that a page of the desk shows at once, not in a dialog. */
export function DeskForm(props: Props) {
  const { action, isWide, isQuiet, send, isEmptied, sentences, children } = props;
  const shown = useRef<HTMLFormElement>(null);
  const [offer, finishDraft] = useTextDraft(shown, action);
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async (form, typed) => {
    const refused = await send(typed);
    if (refused === null) finishDraft();
    if (refused === null && isEmptied) {
      for (const field of form.elements) if (isText(field)) field.value = '';
    }
    return refused;
  }, sentences);
  return (
    <form
      className={`desk-form ${isWide ? 'is-wide' : ''}`}
      noValidate
      ref={shown}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      {offer}
      {children(wrong)}
      <FailureNotice sentence={sentence} />
      <Button type="submit" {...(isQuiet && { variant: 'quiet' })} isBusy={isPending}>
        {action}
      </Button>
    </form>
  );
}
