import { useState } from 'react';
import { studioLimits } from '#shared/constants.ts';
import { plural } from '#shared/site/formats.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { NumberField, TextField } from '#islands/ui/field/TextField.tsx';
import { Select } from '#islands/ui/select/Select.tsx';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { chaptersNamed, titleOf } from '../chapters/chapter-words.ts';
import { PriceChoice } from '../chapters/PriceChoice.tsx';
import { did, type BatchBody, type Did } from './send-batch.ts';
import type { Refusal } from '#islands/ui/use-action.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';

export type BatchProps = {
  /** The chosen chapters, by number. */
  chosen: readonly StudioChapterBody[];
  /** All chapters of the novel, by number. */
  chapters: readonly StudioChapterBody[];
  send: Send;
  onClosed: () => void;
};

/** Sends a batch. @returns null on success, after the message is set and the dialog is closed. */
export type Send = (body: BatchBody, done: Did) => Promise<Refusal | null>;

/** Sets one price for the chosen chapters. */
export function PricesDialog({ chosen, send, onClosed }: BatchProps) {
  const [isPremium, setPremium] = useState(chosen[0]?.isPremium ?? false);
  const [cost, setCost] = useState(String(Math.max(1, chosen[0]?.creditCost ?? 1)));
  const isOne = chosen.length === 1;
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async () => {
    const creditCost = isPremium ? Number(cost) : 1;
    const { creditCostMax } = studioLimits;
    if (!Number.isInteger(creditCost) || creditCost < 1 || creditCost > creditCostMax) {
      const message = `De 1 à ${creditCostMax} crédits.`;
      return { sentence: '', errors: [{ field: 'creditCost', message }] };
    }
    const chapterIds = chosen.map(({ _id }) => _id);
    const price = `à ${plural(creditCost, 'crédit')}`;
    const done = isPremium ? { one: price, many: price } : did.freed;
    return send({ action: 'price', chapterIds, isPremium, creditCost }, done);
  });
  return (
    <Dialog
      className="studio-dialog"
      title={`Prix de ${chaptersNamed(chosen)}`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        <PriceChoice
          isPremium={isPremium}
          labels={{
            free: isOne ? 'Gratuit' : 'Gratuits',
            premium: `Premium\u00A0: les lecteurs ${isOne ? 'le' : 'les'} déverrouillent avec des crédits`,
          }}
          onChoose={setPremium}
        />
        {isPremium && (
          <NumberField
            name="creditCost"
            label={isOne ? 'Coût en crédits' : 'Coût de chacun en crédits'}
            max={studioLimits.creditCostMax}
            value={cost}
            error={wrong('creditCost')}
            onChange={({ currentTarget }) => setCost(currentTarget.value)}
          />
        )}
        <p className="muted">{`Qui a déjà déverrouillé ${isOne ? 'ce' : 'un'} chapitre le garde.`}</p>
        <FormEnd action="Enregistrer" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}

/** Puts the chosen chapters in a part of the book, or in none. */
export function PartDialog({ chosen, chapters, send, onClosed }: BatchProps) {
  const [part, setPart] = useState(chosen[0]?.part ?? '');
  const known = [...new Set(chapters.flatMap((one) => (one.part === null ? [] : [one.part])))];
  const { onSubmit, isPending, sentence } = useSubmit(async () => {
    const chapterIds = chosen.map(({ _id }) => _id);
    const title = part.trim() || null;
    const place = `dans «\u00A0${title ?? ''}\u00A0»`;
    const placed = { one: `rangé ${place}`, many: `rangés ${place}` };
    const done = title === null ? did.unplaced : placed;
    return send({ action: 'part', chapterIds, part: title }, done);
  });
  return (
    <Dialog
      className="studio-dialog"
      title={`Partie de ${chaptersNamed(chosen)}`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form onSubmit={onSubmit} noValidate>
        <TextField
          name="partie"
          label="Partie du livre"
          hint="Vide&nbsp;: hors des parties."
          list="parties-connues"
          maxLength={studioLimits.partCharacters}
          value={part}
          onChange={({ currentTarget }) => setPart(currentTarget.value)}
        />
        <datalist id="parties-connues">
          {known.map((title) => (
            <option key={title} value={title} />
          ))}
        </datalist>
        <FormEnd action="Ranger" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}

/** Moves the chosen chapters behind another one. */
export function MoveDialog({ chosen, chapters, send, onClosed }: BatchProps) {
  const isChosen = new Set(chosen.map(({ _id }) => _id));
  const others = chapters.filter(({ _id }) => !isChosen.has(_id));
  // Where the first of them is: neighbours that are moved there keep their numbers.
  const [after, setAfter] = useState(() => {
    const first = chosen[0]?.chapterNumber ?? 0;
    return others.findLast(({ chapterNumber }) => chapterNumber < first)?._id ?? '';
  });
  const options = [
    { value: '', label: 'Au début du roman' },
    ...others.map((chapter) => ({
      value: chapter._id,
      label: `Après ${chapter.chapterNumber}. ${titleOf(chapter)}`,
    })),
  ];
  const { onSubmit, isPending, sentence } = useSubmit(async () => {
    const chapterIds = chosen.map(({ _id }) => _id);
    return send({ action: 'move', chapterIds, afterId: after || null }, did.moved);
  });
  return (
    <Dialog
      className="studio-dialog"
      title={`Déplacer ${chaptersNamed(chosen)}`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form onSubmit={onSubmit} noValidate>
        <Select
          name="apres"
          label="Nouvelle place"
          options={options}
          value={after}
          onChange={({ target }) => setAfter(target.value)}
        />
        {chosen.length > 1 && <p className="muted">Ils gardent l’ordre qu’ils ont entre eux.</p>}
        <FormEnd action="Déplacer" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}
