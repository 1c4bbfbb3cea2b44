import { useRef, useState } from 'react';
import { commentLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { Failure } from '#browser/outcome.ts';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import type { Elements } from '../ui/elements.ts';
import { TextArea } from '../ui/field/TextField.tsx';
import { formErrors } from '../ui/form-errors.ts';
import { FormEnd } from '../ui/FormEnd.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { useTextDraft } from './use-text-draft.tsx';

/** What a form of an act sends besides what is its own. */
type ActBody = { reason: string; key: string };
type Failed = Pick<Failure, 'ok' | 'message'> & Partial<Failure>;

type Props<Data> = {
  label: string;
  /** Appended to the label for screen readers, where there are several such buttons. */
  of?: string;
  /** What will happen. */
  says: string;
  title?: string;
  action?: string;
  /** Fields of its own; `wrong` is the error of one. */
  fields?: (wrong: (name: string) => string | undefined) => Elements;
  /** Sentences of own fields whose rules the browser checks. */
  sentences?: Record<string, string>;
  /** Whether a reason is asked for, which the log has. */
  hasReason?: boolean;
  run: (
    body: ActBody,
    typed: (name: string) => string,
  ) => Promise<{ ok: true; data: Data } | Failed>;
  /** Says what was done, and shows what it changed. */
  onDone: (sentence: string, data: Data) => Promise<void> | void;
  done: string;
  /** The form is closed, done or not. */
  onClosed?: () => void;
};

/** A button of an act: it says what will happen, asks once, and sends it once. */
export function DeskAct<Data>(props: Props<Data>) {
  // A new key for each form that is opened: what is sent again is the same act.
  const [key, setKey] = useState<string | null>(null);
  const close = () => {
    setKey(null);
    props.onClosed?.();
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setKey(crypto.randomUUID())}>
        <span>{props.label}</span>
        {props.of !== undefined && <span className="visually-hidden">{` (${props.of})`}</span>}
      </Button>
      {key !== null && <ActDialog {...props} actKey={key} onClosed={close} />}
    </>
  );
}

type DialogProps<Data> = Props<Data> & { actKey: string; onClosed: () => void };

function ActDialog<Data>(props: DialogProps<Data>) {
  const { label, of = '', title = label, says, action = 'Confirmer', fields, sentences } = props;
  const { hasReason = true, run, onDone, done, actKey: key, onClosed } = props;
  const reason = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [offer, finishDraft] = useTextDraft(form, `${label} ${of}`);
  const names = ['reason', ...Object.keys(sentences ?? {})];
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(
    async (_, typed) => {
      const outcome = await run({ reason: typed('reason'), key }, typed);
      if (!outcome.ok) return formErrors(outcome, names);
      finishDraft();
      onClosed();
      await onDone(done, outcome.data);
      return null;
    },
    { ...sentences, reason: messages.moderationReasonMissing },
  );
  return (
    <Dialog
      title={title}
      isBusy={isPending}
      onClosed={onClosed}
      {...(hasReason && !fields && { first: reason })}
    >
      <p>{says}</p>
      <form className="desk-form" noValidate ref={form} onSubmit={onSubmit} onInput={onInput}>
        {offer}
        {fields?.(wrong)}
        {hasReason && (
          <TextArea
            name="reason"
            label="Motif"
            hint="Il reste au journal."
            error={wrong('reason')}
            ref={reason}
            rows={2}
            required
            maxLength={commentLimits.reasonCharacters}
          />
        )}
        <FormEnd
          action={action}
          busyAction="Envoi..."
          isBusy={isPending}
          failure={sentence}
          onCancel={onClosed}
        />
      </form>
    </Dialog>
  );
}
