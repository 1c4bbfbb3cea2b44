import { useState } from 'react';
import { call } from '#browser/call.ts';
import { studioLimits } from '#shared/constants.ts';
import { setChapterSettings, type StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/site/formats.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { fromParis, toParis, type ParisTime } from '#shared/time/paris-time.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { priceOf, settingsOf, titleOf } from './chapter-words.ts';
import { PriceChoice } from './PriceChoice.tsx';
import { TeaserField } from './TeaserField.tsx';
import { ParisInstant, tomorrowEvening, wrongInstant, wrongSoFar } from './ParisInstant.tsx';
import { NumberField, TextField } from '#islands/ui/field/TextField.tsx';

type Props = {
  chapter: StudioChapterBody;
  /** Of the novel, as in `lang`. */
  language: string;
  /** The user's, on the novel: one without prices sets the part and the teaser. */
  role: NovelRole;
  onChanged: (sentence: string, chapter: StudioChapterBody) => void;
  onClosed: () => void;
};

/** Free or premium, the price in credits, until when, the teaser; and the part of the book. */
export function PriceDialog({ chapter, language, role, onChanged, onClosed }: Props) {
  const mayPrice = may(role, 'price');
  const [isPremium, setPremium] = useState(chapter.isPremium);
  const [cost, setCost] = useState(String(Math.max(1, chapter.creditCost)));
  const [becomesFree, setBecomesFree] = useState(chapter.freeFrom !== null);
  const [freeFrom, setFreeFrom] = useState(() =>
    chapter.freeFrom === null
      ? tomorrowEvening(new Date(), toParis)
      : toParis(new Date(chapter.freeFrom)),
  );
  const [teaser, setTeaser] = useState(chapter.teaser);
  const [part, setPart] = useState(chapter.part ?? '');
  const [wrong, setWrong] = useState('');

  /** A past day was valid when it was set: it may stay. */
  const isWhatItWas = (value: ParisTime) =>
    chapter.freeFrom !== null &&
    fromParis(value)?.toISOString().slice(0, 16) ===
      new Date(chapter.freeFrom).toISOString().slice(0, 16);

  const { onSubmit, isPending, sentence, onInput, ...refusal } = useSubmit(async () => {
    const isDated = mayPrice && isPremium && becomesFree;
    const instant = fromParis(freeFrom)?.toISOString() ?? null;
    const refused = isDated && !isWhatItWas(freeFrom) ? wrongInstant(freeFrom) : '';
    setWrong('');
    if (refused) return { sentence: '', errors: [{ field: 'freeFrom', message: refused }] };
    const outcome = await call(setChapterSettings, {
      params: { id: chapter._id },
      body: {
        part: part.trim() || null,
        isPremium,
        creditCost: isPremium ? Number(cost) : Math.max(1, chapter.creditCost),
        freeFrom: mayPrice ? (isDated ? instant : null) : chapter.freeFrom,
        // Of a free chapter it stays as it is: its field is not shown.
        ...(isPremium && { teaser }),
      },
    });
    if (!outcome.ok) return formErrors(outcome, ['creditCost', 'freeFrom', 'teaser', 'part']);
    onClosed();
    onChanged(savedSentence(outcome.data), outcome.data);
    return null;
  });

  return (
    <Dialog
      className="studio-dialog"
      title={`${settingsOf(chapter, role)} de «\u00A0${titleOf(chapter)}\u00A0»`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        {mayPrice && (
          <PriceChoice
            isPremium={isPremium}
            labels={{
              free: 'Gratuit',
              premium: 'Premium\u00A0: les lecteurs le déverrouillent avec des crédits',
            }}
            onChoose={setPremium}
          />
        )}
        {mayPrice && isPremium && (
          <>
            <NumberField
              name="creditCost"
              label="Coût en crédits"
              max={studioLimits.creditCostMax}
              value={cost}
              error={refusal.wrong('creditCost')}
              onChange={({ currentTarget }) => setCost(currentTarget.value)}
            />
            <label className="check">
              <input
                type="checkbox"
                checked={becomesFree}
                onChange={({ currentTarget }) => setBecomesFree(currentTarget.checked)}
              />
              Gratuit à partir du…
            </label>
            {becomesFree && (
              <ParisInstant
                name="freeFrom"
                legend="Gratuit à partir du"
                leadIn="Gratuit pour tous à partir du"
                value={freeFrom}
                wrong={wrong || refusal.wrong('freeFrom') || ''}
                onValue={(value) => {
                  setFreeFrom(value);
                  setWrong(isWhatItWas(value) ? '' : wrongSoFar(value));
                }}
              />
            )}
          </>
        )}
        {isPremium && (
          <TeaserField
            chapter={chapter}
            language={language}
            value={teaser}
            error={refusal.wrong('teaser')}
            onValue={(value) => {
              setTeaser(value);
              refusal.mend('teaser');
            }}
          />
        )}
        <TextField
          name="part"
          label="Partie du livre"
          isOptional
          error={refusal.wrong('part')}
          maxLength={studioLimits.partCharacters}
          value={part}
          onChange={({ currentTarget }) => setPart(currentTarget.value)}
        />
        {mayPrice && <p className="muted">Qui a déjà déverrouillé ce chapitre le garde.</p>}
        <FormEnd action="Enregistrer" failure={sentence} isBusy={isPending} onCancel={onClosed} />
      </form>
    </Dialog>
  );
}

/** “« Salines » est enregistré : 3 crédits, avec un extrait de 120 caractères.” */
function savedSentence(chapter: StudioChapterBody): string {
  const { isPremium, teaser } = chapter;
  const offered =
    teaser === '' ? 'sans extrait' : `avec un extrait de ${plural(teaser.length, 'caractère')}`;
  const price = isPremium ? `${priceOf(chapter)}, ${offered}` : priceOf(chapter);
  return `«\u00A0${titleOf(chapter)}\u00A0» est enregistré\u00A0: ${price}.`;
}
