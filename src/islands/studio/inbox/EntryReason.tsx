import { useEffect, useRef, useState } from 'react';
import { commentLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import type { Refusal } from '#islands/ui/use-action.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';

export type ReasonAct = 'remove' | 'restore' | 'block';

type Props = {
  act: ReasonAct | 'refuse';
  /** Removing a held comment refuses it. */
  isHeld: boolean;
  name: string;
  onSend: (reason: string) => Promise<Refusal | null>;
  onCancel: () => void;
};

/** Asks for the reason of an act, and says who will read it. */
export function EntryReason({ act, isHeld, name, onSend, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(() => onSend(reason), {
    reason: messages.moderationReasonMissing,
  });
  const words = wordsOf(act, isHeld, name);
  return (
    <form className="inbox-form" ref={form} noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextArea
        name="reason"
        label="Motif"
        hint={words.hint}
        rows={2}
        required
        error={wrong('reason')}
        maxLength={commentLimits.reasonCharacters}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <FormEnd action={words.action} isBusy={isPending} failure={sentence} onCancel={onCancel} />
    </form>
  );
}

function wordsOf(act: Props['act'], isHeld: boolean, name: string) {
  switch (act) {
    case 'remove':
      return {
        action: isHeld ? 'Refuser' : 'Supprimer',
        hint: `${name} lira ce motif, et les administrateurs du site aussi.`,
      };
    case 'refuse':
      return { action: 'Refuser', hint: `${name} lira ce motif. Une phrase suffit.` };
    case 'restore':
      return { action: 'Rétablir', hint: 'Les administrateurs du site liront ce motif.' };
    case 'block':
      return {
        action: 'Bloquer',
        hint: `${name} ne pourra plus commenter aucun de vos romans, et le saura. Le motif reste entre vous et les administrateurs du site\u00A0; si l’un d’eux bloque, ${name} le reçoit par e-mail.`,
      };
  }
}
