import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { reviewLimits } from '#shared/constants.ts';
import { removeComment } from '#shared/contracts/comments.ts';
import { formatCount } from '#shared/site/formats.ts';
import { commentCharacters } from '#shared/text/comment-text.ts';
import { Button } from '../ui/button/Button.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { formErrors } from '../ui/form-errors.ts';
import { FormEnd } from '../ui/FormEnd.tsx';
import { useSubmit } from '../ui/use-submit.ts';

/** A title and a spoiler flag are a review's alone. */
type Written = { title: string; text: string; hasSpoiler: boolean };

type Props = {
  label: string;
  isReview?: boolean;
  /** What is stored, which may be removed; undefined for nothing. */
  id: string | undefined;
  initial: Written;
  send: (written: Written) => Promise<Outcome<unknown>>;
  onCancel: () => void;
};

/** Writes, changes or removes a review, or the answer to one; the page is loaded again with it. */
export function WriteReview({ label, isReview = false, id, initial, send, onCancel }: Props) {
  const [{ title, text, hasSpoiler }, setWritten] = useState(initial);
  const [isRemoving, setRemoving] = useState(false);
  const { min, max } = isReview ? reviewLimits.text : reviewLimits.answer;
  const { onSubmit, onInput, isPending, sentence, wrong } = useSubmit(async () => {
    const outcome =
      isRemoving && id !== undefined
        ? await call(removeComment, { params: { id }, body: {} })
        : await send({ title, text, hasSpoiler });
    if (!outcome.ok) return formErrors(outcome, ['title', 'text']);
    // It is the same for everybody, and cached.
    location.reload();
    return null;
  });
  const change = (part: Partial<Written>) => setWritten({ title, text, hasSpoiler, ...part });
  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      {isReview && (
        <TextField
          name="title"
          label="Titre"
          maxLength={reviewLimits.title.max}
          error={wrong('title')}
          value={title}
          onChange={({ target }) => change({ title: target.value })}
        />
      )}
      <TextArea
        name="text"
        label={isReview ? 'Votre avis' : label}
        hint={isReview ? `De ${min} à ${formatCount(max)} caractères.` : undefined}
        rows={isReview ? 8 : 4}
        error={wrong('text')}
        count={{ length: commentCharacters(text), max }}
        value={text}
        onChange={({ target }) => change({ text: target.value })}
      />
      {isReview && (
        <label>
          <input
            type="checkbox"
            checked={hasSpoiler}
            onChange={({ target }) => change({ hasSpoiler: target.checked })}
          />{' '}
          Il révèle l’intrigue{'\u00A0'}: il sera replié
        </label>
      )}
      {isReview && (
        <p className="muted">
          Paraissent avec lui, pour tous et pour les moteurs de recherche{'\u00A0'}: votre nom,
          votre note en étoiles si vous en avez donné une, et le jour de votre dernière lecture du
          roman.
        </p>
      )}
      {id !== undefined && !isRemoving && (
        <Button variant="link" onClick={() => setRemoving(true)}>
          Le supprimer
        </Button>
      )}
      <FormEnd
        action={isRemoving ? 'Supprimer pour de bon' : 'Publier'}
        isBusy={isPending}
        failure={sentence}
        onCancel={onCancel}
      />
    </form>
  );
}
