import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { commentLimits } from '../../lib/shared/constants.ts';
import { bringIntoView } from './bring-into-view.ts';

type Props = { send: (reason: string) => Promise<void>; onCancel: () => void };

/** Asks why a comment is reported; the reason may stay empty. */
export function ReportForm({ send, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const submit = async () => {
    setSending(true);
    await send(reason);
    setSending(false);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSending) void submit();
  };

  return (
    <form className="comment-form" ref={bringIntoView} onSubmit={onSubmit}>
      <label htmlFor={id}>Pourquoi le signaler (facultatif)</label>
      <textarea
        {...{ id, value: reason, rows: 2, maxLength: commentLimits.reasonCharacters }}
        ref={field}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="comment-form-foot">
        <button type="button" className="button button-quiet" onClick={onCancel}>
          Annuler
        </button>
        <button type="submit" className="button" aria-disabled={isSending}>
          Envoyer le signalement
        </button>
      </div>
    </form>
  );
}
