import { useState } from 'react';
import { call } from '#browser/call.ts';
import { studioLimits } from '#shared/constants.ts';
import { setChapterSettings, type StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { plural } from '#shared/site/formats.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { fromParis, toParis, type ParisTime } from '#shared/time/paris-time.ts';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { formErrors, type FormErrors } from '#islands/ui/form-errors.ts';
import type { Refusal } from '#islands/ui/use-action.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { Dialog } from '#islands/ui/dialog/Dialog.tsx';
import { NumberField, TextField } from '#islands/ui/field/TextField.tsx';
import { did, type BatchProps } from '../batch/send-batch.ts';
import { chaptersNamed, partsOf, priceOf, settingsOf, titleOf } from './chapter-words.ts';
import { PriceChoice } from './PriceChoice.tsx';
import { TeaserField } from './TeaserField.tsx';
import { ParisInstant, tomorrowEvening, wrongInstant, wrongSoFar } from './ParisInstant.tsx';

type OneProps = {
  chapter: StudioChapterBody;
  /** All chapters of the novel: their parts are proposed. */
  chapters: readonly StudioChapterBody[];
  /** Of the novel, as in `lang`. */
  language: string;
  /** The user's, on the novel: one without prices sets the part and the teaser. */
  role: NovelRole;
  onChanged: (sentence: string, chapter: StudioChapterBody) => void;
  onClosed: () => void;
};

/** Free or premium, the price in credits, until when, the teaser; and the part of the book. */
export function ChapterSettingsDialog({ chapter, role, onChanged, ...rest }: OneProps) {
  const mayPrice = may(role, 'price');
  const save = async ({ isPremium, creditCost, freeFrom, teaser, part }: Settings) => {
    const outcome = await call(setChapterSettings, {
      params: { id: chapter._id },
      body: {
        part,
        isPremium,
        creditCost: isPremium ? creditCost : Math.max(1, chapter.creditCost),
        freeFrom: mayPrice ? freeFrom : chapter.freeFrom,
        // Of a free chapter it stays as it is: its field is not shown.
        ...(isPremium && { teaser }),
      },
    });
    if (!outcome.ok) return formErrors(outcome, ['creditCost', 'freeFrom', 'teaser', 'part']);
    rest.onClosed();
    onChanged(savedSentence(outcome.data), outcome.data);
    return null;
  };
  return (
    <SettingsDialog
      {...rest}
      chosen={[chapter]}
      title={settingsOf(chapter, role)}
      sets={{ price: mayPrice, part: true }}
      save={save}
    />
  );
}

/** Sets one price for several chapters. */
export function PricesDialog({ send, ...rest }: BatchProps) {
  const save = ({ isPremium, creditCost }: Settings) => {
    const chapterIds = rest.chosen.map(({ _id }) => _id);
    const price = `à ${plural(creditCost, 'crédit')}`;
    const done = isPremium ? { one: price, many: price } : did.freed;
    return send({ action: 'price', chapterIds, isPremium, creditCost }, done);
  };
  return <SettingsDialog {...rest} title="Prix" sets={{ price: true, part: false }} save={save} />;
}

/** Puts several chapters in a part of the book, or in none. */
export function PartDialog({ send, ...rest }: BatchProps) {
  const save = ({ part }: Settings) => {
    const chapterIds = rest.chosen.map(({ _id }) => _id);
    const place = `dans «\u00A0${part ?? ''}\u00A0»`;
    const placed = { one: `rangé ${place}`, many: `rangés ${place}` };
    return send({ action: 'part', chapterIds, part }, part === null ? did.unplaced : placed);
  };
  return (
    <SettingsDialog
      {...rest}
      title="Partie"
      action="Ranger"
      sets={{ price: false, part: true }}
      save={save}
    />
  );
}

type Settings = {
  isPremium: boolean;
  creditCost: number;
  /** For a call; null: never. */
  freeFrom: string | null;
  teaser: string;
  part: string | null;
};

type Props = {
  /** The chapters that it is about: the date of becoming free and the teaser are set of one only. */
  chosen: readonly StudioChapterBody[];
  chapters: readonly StudioChapterBody[];
  language?: string;
  /** What it sets: “Prix” of the chapters. */
  title: string;
  action?: string;
  sets: { price: boolean; part: boolean };
  /** @returns null on success, after the dialog is closed */
  save: (settings: Settings) => Promise<Refusal | FormErrors | null>;
  onClosed: () => void;
};

/** What readers pay for one chapter or for several, and the part of the book; the first one's at first. */
function SettingsDialog({ chosen, chapters, sets, title, save, onClosed, ...rest }: Props) {
  const { language, action = 'Enregistrer' } = rest;
  const [first] = chosen;
  const one = chosen.length === 1 ? first : undefined;
  const setFreeFrom = one?.freeFrom ?? null;
  const [isPremium, setPremium] = useState(first?.isPremium ?? false);
  const [cost, setCost] = useState(String(Math.max(1, first?.creditCost ?? 1)));
  const [becomesFree, setBecomesFree] = useState(setFreeFrom !== null);
  const [at, setAt] = useState(() =>
    setFreeFrom === null ? tomorrowEvening(new Date(), toParis) : toParis(new Date(setFreeFrom)),
  );
  const [teaser, setTeaser] = useState(one?.teaser ?? '');
  const [part, setPart] = useState(first?.part ?? '');
  const [wrong, setWrong] = useState('');

  /** A past day was valid when it was set: it may stay. */
  const isWhatItWas = (value: ParisTime) =>
    setFreeFrom !== null &&
    fromParis(value)?.toISOString().slice(0, 16) ===
      new Date(setFreeFrom).toISOString().slice(0, 16);

  const { onSubmit, isPending, sentence, onInput, ...refusal } = useSubmit(async () => {
    const isDated = one !== undefined && sets.price && isPremium && becomesFree;
    const refused = isDated && !isWhatItWas(at) ? wrongInstant(at) : '';
    setWrong('');
    if (refused) return { sentence: '', errors: [{ field: 'freeFrom', message: refused }] };
    const creditCost = isPremium ? Number(cost) : 1;
    const freeFrom = isDated ? (fromParis(at)?.toISOString() ?? null) : null;
    return save({ isPremium, creditCost, freeFrom, teaser, part: part.trim() || null });
  });

  return (
    <Dialog
      className="studio-dialog"
      title={`${title} de ${chaptersNamed(chosen)}`}
      isBusy={isPending}
      onClosed={onClosed}
    >
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        {sets.price && (
          <PriceChoice
            isPremium={isPremium}
            labels={{
              free: one ? 'Gratuit' : 'Gratuits',
              premium: `Premium\u00A0: les lecteurs ${one ? 'le' : 'les'} déverrouillent avec des crédits`,
            }}
            onChoose={setPremium}
          />
        )}
        {sets.price && isPremium && (
          <NumberField
            name="creditCost"
            label={one ? 'Coût en crédits' : 'Coût de chacun en crédits'}
            max={studioLimits.creditCostMax}
            value={cost}
            error={refusal.wrong('creditCost')}
            onChange={({ currentTarget }) => setCost(currentTarget.value)}
          />
        )}
        {sets.price && isPremium && one && (
          <label className="check">
            <input
              type="checkbox"
              checked={becomesFree}
              onChange={({ currentTarget }) => setBecomesFree(currentTarget.checked)}
            />
            Gratuit à partir du…
          </label>
        )}
        {sets.price && isPremium && one && becomesFree && (
          <ParisInstant
            name="freeFrom"
            legend="Gratuit à partir du"
            leadIn="Gratuit pour tous à partir du"
            value={at}
            wrong={wrong || refusal.wrong('freeFrom') || ''}
            onValue={(value) => {
              setAt(value);
              setWrong(isWhatItWas(value) ? '' : wrongSoFar(value));
            }}
          />
        )}
        {isPremium && one && language !== undefined && (
          <TeaserField
            chapter={one}
            language={language}
            value={teaser}
            error={refusal.wrong('teaser')}
            onValue={(value) => {
              setTeaser(value);
              refusal.mend('teaser');
            }}
          />
        )}
        {sets.part && (
          <>
            <TextField
              name="part"
              label="Partie du livre"
              hint="Vide&nbsp;: hors des parties."
              list="parties-connues"
              error={refusal.wrong('part')}
              maxLength={studioLimits.partCharacters}
              value={part}
              onChange={({ currentTarget }) => setPart(currentTarget.value)}
            />
            <datalist id="parties-connues">
              {partsOf(chapters).map((known) => (
                <option key={known} value={known} />
              ))}
            </datalist>
          </>
        )}
        {sets.price && (
          <p className="muted">{`Qui a déjà déverrouillé ${one ? 'ce' : 'un'} chapitre le garde.`}</p>
        )}
        <FormEnd action={action} failure={sentence} isBusy={isPending} onCancel={onClosed} />
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
