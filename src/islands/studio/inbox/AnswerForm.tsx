import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { commentCharacters, commentTextProblem } from '#shared/comment-text.ts';
import { commentLimits } from '#shared/constants.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { useLeaveGuard } from '../LeaveDialog.tsx';

type Props = {
  name: string;
  commentId: string;
  onSend: (answer: { text: string; requestId: string }) => Promise<string | null>;
  onCancel: () => void;
};

/** Answers a comment under it. A retry of the same text is the same answer. Ctrl+Enter sends. */
export function AnswerForm({ name, commentId, onSend, onCancel }: Props) {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const tried = useRef({ text: '', requestId: '' });
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [commentId]);
  const { onSubmit, isPending, sentence } = useSubmit(async () => {
    const problem = commentTextProblem(text);
    if (problem !== null) return { sentence: problem };
    if (tried.current.text !== text) tried.current = { text, requestId: crypto.randomUUID() };
    const refused = await onSend(tried.current);
    return refused === null ? null : { sentence: refused };
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
    <form className="inbox-form" ref={form} onSubmit={onSubmit}>
      <TextArea
        name="answer"
        label={`Votre réponse à ${name}`}
        rows={3}
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
        onCancel={onCancel}
      />
      {leaveDialog}
    </form>
  );
}
