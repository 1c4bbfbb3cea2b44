import { useEffect, useRef, useState } from 'react';
import { commentLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextArea } from '../ui/field/TextField.tsx';
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
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const { onSubmit, isPending, wrong, onInput } = useSubmit(
    async () => {
      await send(reason);
      return null;
    },
    { reason: messages.moderationReasonMissing },
  );

  return (
    <form className="comment-form" ref={bringIntoView} noValidate {...{ onSubmit, onInput }}>
      <TextArea
        name="reason"
        label={label}
        error={wrong('reason')}
        required={isRequired}
        rows={2}
        maxLength={commentLimits.reasonCharacters}
        value={reason}
        ref={field}
        onChange={({ target }) => setReason(target.value)}
      />
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
