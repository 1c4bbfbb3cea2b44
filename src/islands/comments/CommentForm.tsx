import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import {
  commentCharacters,
  commentTextProblem,
  suspensionSentence,
} from '#shared/text/comment-text.ts';
import type { Failure } from '#browser/outcome.ts';
import type { DraftPlace } from '#browser/drafts/saved-drafts.ts';
import { commentLimits } from '#shared/constants.ts';
import { formatCount } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { Button } from '../ui/button/Button.tsx';
import { useStoredDraft } from '../ui/use-stored-draft.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';
import type { Done } from './use-comments.ts';
import { bringIntoView, isFocusIn } from './focus.ts';
import { joinTexts } from './draft.ts';

type Props = {
  label: string;
  /** Key under which the draft is saved, should the session end. */
  place: DraftPlace;
  /** End of this user's suspension from commenting; null when they may comment. */
  suspendedUntil: string | null;
  send: (text: string) => Done;
  /** `waits`: it is kept until there is a connection. */
  onSent: (waits: boolean) => void;
  /** A reply form is focused when it opens, and can be cancelled. */
  onCancel?: () => void;
  /** Opened to offer a saved draft, not by a click: not focused. */
  isOffered?: boolean;
};

/**
 * Writes a comment. Cannot be sent empty, too long, twice at once, or by a suspended user, who is
 * shown the suspension first; Ctrl+Enter sends (specification, section 5). The text stays until it is stored.
 */
export function CommentForm(props: Props) {
  const { label, place, suspendedUntil, send, onSent, onCancel, isOffered = false } = props;
  const [text, setText] = useState('');
  const draft = useStoredDraft(place, parseText);
  // Joined with an unanswered draft offer: both are saved.
  const withStored = joinTexts(draft.stored?.value ?? '', text);
  const dropUnsaved = useUnsavedWork(place, () => (text.trim() === '' ? null : withStored));
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const isAnswer = onCancel !== undefined;
  useEffect(() => {
    if (isAnswer && !isOffered) field.current?.focus({ preventScroll: true });
  }, [isAnswer, isOffered]);

  const length = commentCharacters(text);
  const isTooLong = length > commentLimits.textCharacters;
  const isSuspended = suspendedUntil !== null;
  const isUnsendable = isSuspended || commentTextProblem(text) !== null;
  const { onSubmit, isPending, sentence } = useSubmit(async (form) => {
    if (isUnsendable) return null;
    const refused = await send(text);
    // The focused button is disabled now.
    if (isFocusIn(form)) field.current?.focus();
    const waits = refused?.isWaiting === true;
    if (refused && !waits) return { sentence: sentenceOf(refused) };
    setText('');
    draft.finish();
    // Saved while in flight, together with an unanswered draft offer.
    if (draft.stored === null) dropUnsaved();
    onSent(waits);
    return null;
  });

  const cancel = () => {
    draft.finish();
    onCancel?.();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <form
      className="comment-form"
      ref={isAnswer && !isOffered ? bringIntoView : undefined}
      onSubmit={onSubmit}
      noValidate
    >
      <label htmlFor={id}>{label}</label>
      {isSuspended && (
        <p id={`${id}-suspended`} className="comment-suspended">
          {suspensionSentence(suspendedUntil)}
        </p>
      )}
      <DraftOffer
        draft={draft}
        words={(stored) => stored}
        isBusy={isPending}
        onTaken={() => {
          setText(withStored);
          field.current?.focus();
        }}
        onDeclined={() => field.current?.focus()}
      />
      <textarea
        id={id}
        value={text}
        onKeyDown={onKeyDown}
        ref={field}
        rows={3}
        readOnly={isPending || isSuspended}
        aria-invalid={isTooLong}
        aria-describedby={isSuspended ? `${id}-suspended` : `${id}-count`}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="comment-form-foot">
        <p id={`${id}-count`} className={isTooLong ? 'comment-too-long' : 'comments-quiet'}>
          <span>{`${formatCount(length)} / ${formatCount(commentLimits.textCharacters)}`}</span>
          <span className="visually-hidden"> caractères</span>
          {isTooLong && <span>{'\u00A0: trop long'}</span>}
        </p>
        {onCancel && (
          <Button variant="quiet" onClick={cancel}>
            Annuler
          </Button>
        )}
        <Button type="submit" disabled={isUnsendable || isPending}>
          {isPending ? 'Envoi...' : 'Envoyer'}
        </Button>
      </div>
      <p className="comment-failure" role="alert">
        {sentence}
      </p>
    </form>
  );
}

function sentenceOf({ errors, message, isOffline }: Failure): string {
  if (isOffline && !navigator.onLine) return messages.commentOffline;
  return errors?.[0]?.message ?? message;
}

const parseText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
