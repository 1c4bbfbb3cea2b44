import { useEffect, useId, useRef, useState } from 'react';
import { commentLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { Button } from '../ui/button/Button.tsx';
import { bringIntoView } from './bring-into-view.ts';

type Props = {
  /** The question, and the button's label. */
  label: string;
  action: string;
  isRequired?: boolean;
  send: (reason: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the reason of a report, or of a removal by an admin. */
export function ReasonForm({ label, action, isRequired = false, send, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const { onSubmit, isPending, wrong, onInput } = useSubmit(
    async () => {
      await send(reason);
      return null;
    },
    { reason: messages.moderationReasonMissing },
  );
  const error = wrong('reason');

  return (
    <form className="comment-form" ref={bringIntoView} noValidate {...{ onSubmit, onInput }}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...{ id, value: reason, rows: 2, maxLength: commentLimits.reasonCharacters }}
        name="reason"
        required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={error && `${id}-error`}
        ref={field}
        onChange={({ target }) => setReason(target.value)}
      />
      <p id={`${id}-error`} className="comment-failure">
        {error}
      </p>
      <div className="comment-form-foot">
        <Button variant="quiet" onClick={onCancel}>
          Annuler
        </Button>
        <Button type="submit" aria-disabled={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
