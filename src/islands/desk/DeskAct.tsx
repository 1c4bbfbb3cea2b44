import { useRef, useState } from 'react';
import { commentLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { Failure, Outcome } from '#browser/outcome.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import type { Elements } from '../ui/elements.ts';
import { TextArea } from '../ui/field/TextField.tsx';
import { formErrors } from '../ui/form-errors.ts';
import { FormEnd } from '../ui/FormEnd.tsx';
import { useSubmit } from '../ui/use-submit.ts';

/** What a form of an act sends besides what is its own. */
type ActBody = { reason: string; key: string };

type Props = {
  label: string;
  /** What will happen. */
  says: string;
  /** Fields of its own; `wrong` is the error of one. */
  fields?: (wrong: (name: string) => string | undefined) => Elements;
  /** Sentences of own fields whose rules the browser checks. */
  sentences?: Record<string, string>;
  run: (body: ActBody, typed: (name: string) => string) => Promise<Outcome<unknown>>;
  /** Says what was done, and loads again. */
  onDone: (sentence: string) => Promise<void>;
  done: string;
};

/** A button of an act: it says what will happen, asks for the reason once, and sends it once. */
export function DeskAct({ label, says, fields, sentences, run, onDone, done }: Props) {
  // A new key for each form that is opened: what is sent again is the same act.
  const [key, setKey] = useState<string | null>(null);
  return (
    <>
      <Button variant="quiet" onClick={() => setKey(crypto.randomUUID())}>
        {label}
      </Button>
      {key !== null && (
        <ActDialog
          label={label}
          says={says}
          fields={fields}
          sentences={sentences}
          send={async (form) => {
            const values = new FormData(form);
            const typed = (name: string) => {
              const value = values.get(name);
              return typeof value === 'string' ? value : '';
            };
            const outcome = await run({ reason: typed('reason'), key }, typed);
            if (!outcome.ok) return outcome;
            setKey(null);
            await onDone(done);
            return null;
          }}
          onClosed={() => setKey(null)}
        />
      )}
    </>
  );
}

type DialogProps = Pick<Props, 'label' | 'says'> & {
  fields: Props['fields'];
  sentences: Props['sentences'];
  send: (form: HTMLFormElement) => Promise<Failure | null>;
  onClosed: () => void;
};

function ActDialog({ label, says, fields, sentences, send, onClosed }: DialogProps) {
  const first = useRef<HTMLTextAreaElement>(null);
  const names = ['reason', ...Object.keys(sentences ?? {})];
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(
    async (form) => {
      const failure = await send(form);
      return failure && formErrors(failure, names);
    },
    { ...sentences, reason: messages.moderationReasonMissing },
  );
  return (
    <Dialog className="desk-dialog" title={label} isBusy={isPending} onClosed={onClosed}>
      <p>{says}</p>
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        {fields?.(wrong)}
        <TextArea
          name="reason"
          label="Motif"
          hint="Il reste au journal."
          error={wrong('reason')}
          ref={first}
          rows={2}
          required
          maxLength={commentLimits.reasonCharacters}
        />
        <FormEnd
          action="Confirmer"
          busyAction="Envoi..."
          isBusy={isPending}
          failure={sentence}
          onCancel={onClosed}
        />
      </form>
    </Dialog>
  );
}
