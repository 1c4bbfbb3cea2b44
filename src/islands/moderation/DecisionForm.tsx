import { useEffect, useRef, useState } from 'react';
import { reviewTextMax } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { FormEnd } from '../ui/FormEnd.tsx';
import { TextArea } from '../ui/field/TextField.tsx';
import type { Refusal } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.ts';

type Props = {
  isAccepted: boolean;
  /** Null on success. */
  send: (reason: string) => Promise<Refusal | null>;
  onCancel: () => void;
};

/** The words that the author receives with the decision: required for a refusal. */
export function DecisionForm({ isAccepted, send, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(() => send(reason), {
    reason: messages.moderationReasonMissing,
  });
  return (
    <form className="act-form" noValidate {...{ onSubmit, onInput }}>
      <TextArea
        name="reason"
        label={isAccepted ? 'Un mot pour l’auteur' : 'Ce que l’auteur doit changer'}
        isOptional={isAccepted}
        error={wrong('reason')}
        ref={first}
        rows={3}
        required={!isAccepted}
        maxLength={reviewTextMax}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <FormEnd
        action={isAccepted ? 'Accepter le roman' : 'Refuser le roman'}
        busyAction="Envoi..."
        isBusy={isPending}
        failure={sentence}
        onCancel={onCancel}
      />
    </form>
  );
}
