import { useEffect, useRef, useState } from 'react';
import { commentLimits, suspensionDaysMax } from '#shared/constants.ts';
import { parisDay } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import type { Refusal } from '../ui/use-action.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { FormEnd } from '../ui/FormEnd.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { actLabels, type ActName } from './acts.ts';

type Props = {
  act: ActName;
  /** Null on success. */
  send: (reason: string, until: string | null) => Promise<Refusal | null>;
  onCancel: () => void;
};

const dayMs = 86_400_000;
const usualSuspensionDays = 7;
const daysAhead = (days: number) => parisDay(new Date(Date.now() + days * dayMs));

/** Asks for the reason, and for the end of a suspension. */
export function ActForm({ act, send, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(() => daysAhead(usualSuspensionDays));
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => first.current?.focus(), []);

  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(
    () => send(reason, act === 'suspend' ? until : null),
    { reason: messages.moderationReasonMissing, until: messages.suspensionPast },
  );
  return (
    <form className="act-form" noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextArea
        name="reason"
        label="Motif"
        hint={
          act === 'remove' || act === 'suspend' ? 'La personne le reçoit par e-mail.' : undefined
        }
        error={wrong('reason')}
        ref={first}
        rows={2}
        required
        maxLength={commentLimits.reasonCharacters}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {act === 'suspend' && (
        <TextField
          name="until"
          label="Ne peut pas commenter avant le"
          error={wrong('until')}
          type="date"
          required
          min={daysAhead(1)}
          max={daysAhead(suspensionDaysMax)}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      )}
      <FormEnd
        action={`Confirmer\u00A0: ${actLabels[act].toLocaleLowerCase('fr')}`}
        busyAction="Envoi..."
        isBusy={isPending}
        failure={sentence}
        onCancel={onCancel}
      />
    </form>
  );
}
