import { useRef, useState } from 'react';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { NumberField } from '#islands/ui/field/TextField.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';

type Props = {
  /** Those that the list shows. */
  shown: readonly StudioChapterBody[];
  /** The number of the chapter that was pressed last, where the range is proposed to begin. */
  first: number | undefined;
  /** The ids of the chapters of the range. */
  onRange: (ids: readonly string[]) => void;
  onClosed: () => void;
};

/** Chooses the shown chapters from one number to another, as the shift key does: for touch, too. */
export function RangeDialog({ shown, first, onRange, onClosed }: Props) {
  const [from, setFrom] = useState(first === undefined ? '' : String(first));
  const [to, setTo] = useState('');
  const last = useRef<HTMLInputElement>(null);
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(() => {
    const errors = [
      ...(from === '' ? [{ field: 'de', message: 'Indiquez un numéro.' }] : []),
      ...(to === '' ? [{ field: 'a', message: 'Indiquez un numéro.' }] : []),
    ];
    if (errors.length > 0) return Promise.resolve({ sentence: '', errors });
    const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
    const ids = shown
      .filter(({ chapterNumber }) => chapterNumber >= low && chapterNumber <= high)
      .map(({ _id }) => _id);
    if (ids.length === 0) {
      const message = 'La liste ne montre aucun chapitre entre ces numéros.';
      return Promise.resolve({ sentence: '', errors: [{ field: 'a', message }] });
    }
    onClosed();
    onRange(ids);
    return Promise.resolve(null);
  });
  return (
    <Dialog
      className="studio-dialog"
      title="Choisir une suite de chapitres"
      first={last}
      onClosed={onClosed}
    >
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        <div className="range-ends">
          <NumberField
            name="de"
            label="Du numéro"
            value={from}
            error={wrong('de')}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <NumberField
            ref={last}
            name="a"
            label="Au numéro"
            value={to}
            error={wrong('a')}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </div>
        <FormEnd action="Choisir" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}
