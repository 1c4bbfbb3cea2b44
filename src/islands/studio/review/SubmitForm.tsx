import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { ReviewStateBody, submitForReview } from '#shared/contracts/first-publication.ts';
import { reviewTextMax as max } from '#shared/constants.ts';
import { plural } from '#shared/formats.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { NumberField, TextArea } from '#islands/ui/field/TextField.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';

type Props = {
  novelId: string;
  review: ReviewStateBody;
  onDone: (after: ReviewStateBody) => void;
  onClosed: () => void;
};

const usualChapters = 3;

/** What the author confirms of a novel, and what comes out once it is accepted. */
export function SubmitForm({ novelId, review, onDone, onClosed }: Props) {
  const { readyChapters } = review;
  const [ownsRights, setOwnsRights] = useState(false);
  const [warnsReaders, setWarnsReaders] = useState(false);
  const [first, setFirst] = useState(String(Math.min(usualChapters, readyChapters)));
  const [note, setNote] = useState('');
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async () => {
    if (!ownsRights || !warnsReaders) return { sentence: 'Confirmez les deux phrases.' };
    const firstChapters = Number(first);
    if (first.trim() === '' || firstChapters > readyChapters) {
      const message = `Indiquez un nombre de 0 à ${readyChapters}.`;
      return { sentence: '', errors: [{ field: 'firstChapters', message }] };
    }
    const outcome = await call<typeof submitForReview>('POST', '/api/studio/novels/{id}/review', {
      params: { id: novelId },
      body: { ownsRights, warnsReaders, firstChapters, note },
    });
    if (!outcome.ok) return formErrors(outcome, ['firstChapters', 'note']);
    onDone(outcome.data);
    return null;
  });
  return (
    <Dialog
      className="studio-dialog"
      title="Demander la relecture"
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form noValidate {...{ onSubmit, onInput }}>
        <label className="check">
          <input
            type="checkbox"
            checked={ownsRights}
            onChange={({ currentTarget }) => setOwnsRights(currentTarget.checked)}
          />
          Ce texte est de moi, ou j’ai le droit de le publier ici.
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={warnsReaders}
            onChange={({ currentTarget }) => setWarnsReaders(currentTarget.checked)}
          />
          Il convient à tous, ou son résumé dit dès quel âge le lire et ce qui peut heurter.
        </label>
        <NumberField
          name="firstChapters"
          label="Chapitres qui paraissent dès la réponse"
          hint={`Les premiers, de 0 à ${readyChapters} (${plural(readyChapters, 'prêt')}).`}
          min={0}
          max={readyChapters}
          value={first}
          error={wrong('firstChapters')}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        <TextArea
          name="note"
          label="Un mot pour la rédaction"
          isOptional
          rows={3}
          count={{ length: note.length, max }}
          error={wrong('note')}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <FormEnd
          action="Demander la relecture"
          failure={sentence}
          isBusy={isPending}
          onCancel={onClosed}
        />
      </form>
    </Dialog>
  );
}
