import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import {
  commentCharacters,
  commentTextProblem,
  suspensionSentence,
} from '../../lib/shared/comment-text.ts';
import { commentLimits } from '../../lib/shared/constants.ts';
import { formatCount } from '../../lib/shared/formats.ts';
import { bringIntoView } from './bring-into-view.ts';
import { isFocusIn } from './is-focus-in.ts';
import type { Done } from './use-comments.ts';

type Props = {
  label: string;
  /** Until when this reader may not comment; null when they may. */
  suspendedUntil: string | null;
  send: (text: string) => Done;
  onSent: () => void;
  /** A form that was opened for an answer takes the focus, and can be given up. */
  onCancel?: () => void;
};

/**
 * Writes a comment. Empty or too long it cannot be sent, nor twice at once, nor by somebody who is
 * suspended, who is told so before writing; Ctrl+Enter sends (specification, section 5). What was written stays until the server has it.
 */
export function CommentForm({ label, suspendedUntil, send, onSent, onCancel }: Props) {
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const isAnswer = onCancel !== undefined;
  useEffect(() => {
    if (isAnswer) field.current?.focus({ preventScroll: true });
  }, [isAnswer]);

  const length = commentCharacters(text);
  const isTooLong = length > commentLimits.textCharacters;
  const isSuspended = suspendedUntil !== null;
  const isSendable = commentTextProblem(text) === null && !isSending && !isSuspended;

  const submit = async () => {
    setSending(true);
    setFailure('');
    const refused = await send(text);
    setSending(false);
    // The button that had it is disabled now.
    if (isFocusIn(field.current?.form ?? null)) field.current?.focus();
    if (refused) {
      setFailure(refused.errors?.[0]?.message ?? refused.message);
      return;
    }
    setText('');
    onSent();
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSendable) void submit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <form className="comment-form" ref={isAnswer ? bringIntoView : undefined} onSubmit={onSubmit}>
      <label htmlFor={id}>{label}</label>
      {isSuspended && (
        <p id={`${id}-suspended`} className="comment-suspended">
          {suspensionSentence(suspendedUntil)}
        </p>
      )}
      <textarea
        {...{ id, value: text, onKeyDown }}
        ref={field}
        rows={3}
        readOnly={isSending || isSuspended}
        aria-invalid={isTooLong}
        aria-describedby={isSuspended ? `${id}-suspended` : `${id}-count`}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="comment-form-foot">
        <p id={`${id}-count`} className={isTooLong ? 'comment-too-long' : 'comments-quiet'}>
          {formatCount(length)} / {formatCount(commentLimits.textCharacters)}
          <span className="visually-hidden"> caractères</span>
          {isTooLong && ' : trop long'}
        </p>
        {onCancel && (
          <button type="button" className="button button-quiet" onClick={onCancel}>
            Annuler
          </button>
        )}
        <button type="submit" className="button" disabled={!isSendable}>
          {isSending ? 'Envoi...' : 'Envoyer'}
        </button>
      </div>
      <p className="comment-failure" role="alert">
        {failure}
      </p>
    </form>
  );
}
