import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { DraftPlace } from '#browser/drafts/saved-drafts.ts';
import { commentCharacters, commentTextProblem } from '#shared/text/comment-text.ts';
import { commentLimits } from '#shared/constants.ts';
import { DraftOffer } from '#islands/ui/DraftOffer.tsx';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import type { Refusal } from '#islands/ui/use-action.ts';
import { useStoredDraft } from '#islands/ui/use-stored-draft.ts';
import { focusField, useSubmit } from '#islands/ui/use-submit.ts';
import { useUnsavedWork } from '#islands/ui/use-unsaved-work.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';
import { joinTexts } from '#islands/comments/draft.ts';

type Props = {
  name: string;
  /** Key under which the draft is saved, should the session end. */
  place: DraftPlace;
  /** Opened to offer a saved draft, not by a click: not focused. */
  isOffered?: boolean;
  onSend: (answer: { text: string; requestId: string }) => Promise<Refusal | null>;
  onCancel: () => void;
};

/** Answers a comment under it. A retry of the same text is the same answer. Ctrl+Enter sends. */
export function AnswerForm({ name, place, isOffered = false, onSend, onCancel }: Props) {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const tried = useRef({ text: '', requestId: '' });
  const draft = useStoredDraft(place, parseText);
  // Joined with an unanswered draft offer: both are saved.
  const withStored = joinTexts(draft.stored?.value ?? '', text);
  const dropUnsaved = useUnsavedWork(place, () => (text.trim() === '' ? null : withStored));
  const focusText = () => form.current && focusField(form.current, 'answer');
  useEffect(() => {
    if (!isOffered && form.current) focusField(form.current, 'answer');
  }, [isOffered]);
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async () => {
    const problem = commentTextProblem(text);
    if (problem !== null) {
      return { sentence: '', errors: [{ field: 'answer', message: problem }] };
    }
    if (tried.current.text !== text) tried.current = { text, requestId: crypto.randomUUID() };
    const refused = await onSend(tried.current);
    if (refused !== null) return refused;
    draft.finish();
    if (draft.stored === null) dropUnsaved();
    return null;
  });
  const leaveDialog = useLeaveGuard(
    text.trim() !== '',
    `Votre réponse à ${name} n’est pas envoyée et sera perdue.`,
  );
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  return (
    <form className="inbox-form" ref={form} noValidate onSubmit={onSubmit} onInput={onInput}>
      <DraftOffer
        draft={draft}
        words={(stored) => stored}
        isBusy={isPending}
        onTaken={() => {
          setText(withStored);
          focusText();
        }}
        onDeclined={focusText}
      />
      <TextArea
        name="answer"
        label={`Votre réponse à ${name}`}
        rows={3}
        error={wrong('answer')}
        count={{ length: commentCharacters(text), max: commentLimits.textCharacters }}
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FormEnd
        action="Envoyer"
        busyAction="Envoi..."
        isBusy={isPending}
        failure={sentence}
        onCancel={() => {
          draft.finish();
          onCancel();
        }}
      />
      {leaveDialog}
    </form>
  );
}

const parseText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
