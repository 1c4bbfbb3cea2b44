import { useId, useState } from 'react';
import { call } from '#browser/call.ts';
import {
  setPublication,
  type StudioChapterBody,
  type StudioChapterWithCopyBody,
} from '#shared/contracts/studio-chapters.ts';
import { formatInstant, plural } from '#shared/site/formats.ts';
import { fromParis, toParis } from '#shared/time/paris-time.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { FormEnd } from '#islands/ui/FormEnd.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { Notice } from '#islands/ui/notice/Notice.tsx';
import { SilentChoice } from '../batch/SilentChoice.tsx';
import { unlocksSentence, titleOf } from './chapter-words.ts';
import { missingIn, type Part } from './missing-for-readers.ts';
import { nextSlot } from './next-slot.ts';
import { ParisInstant, wrongInstant, wrongSoFar } from './ParisInstant.tsx';

type Props = {
  chapter: StudioChapterWithCopyBody;
  /** The preceding chapters. */
  earlier: readonly StudioChapterBody[];
  /** Chosen at first, if it can be done. */
  proposed?: Wanted | undefined;
  onBusy: (isBusy: boolean) => void;
  /** The working copy has changed; the message to show. */
  onStale: (sentence: string) => void;
  onDone: (sentence: string, chapter: StudioChapterWithCopyBody) => void;
  /** Leads to what the chapter lacks, where that can be written. */
  onWrite?: ((part: Part) => void) | undefined;
  onClosed: () => void;
};

/** What becomes of it. */
export type Wanted = 'published' | 'scheduled' | 'draft';

/** The actions on a chapter in each state, and the button's label. */
function choicesOf({ status, hasChanges }: StudioChapterWithCopyBody) {
  const withdraw = { wanted: 'draft', label: 'Retirer\u00A0: il redevient un brouillon' } as const;
  if (status === 'published') {
    const update = { wanted: 'published', label: 'Publier les modifications' } as const;
    return hasChanges ? [update, withdraw] : [withdraw];
  }
  const open = [
    { wanted: 'published', label: 'Publier maintenant' },
    { wanted: 'scheduled', label: 'Publier à une date et une heure' },
  ] as const;
  return status === 'scheduled'
    ? [open[1], open[0], { wanted: 'draft', label: 'Annuler la parution' } as const]
    : open;
}

export function PublicationForm(props: Props) {
  const { chapter, earlier, proposed, onBusy, onStale, onDone, onWrite, onClosed } = props;
  const id = useId();
  const choices = choicesOf(chapter);
  const [first] = choices;
  /** Null where all is out, or what was proposed cannot be done: the author chooses. */
  const [wanted, setWanted] = useState<Wanted | null>(
    proposed === undefined
      ? first.wanted === 'draft'
        ? null
        : first.wanted
      : (choices.find((choice) => choice.wanted === proposed)?.wanted ?? null),
  );
  const [at, setAt] = useState(() =>
    chapter.status === 'scheduled' && chapter.publishedAt
      ? toParis(new Date(chapter.publishedAt))
      : nextSlot(earlier, new Date()),
  );
  const [isSilent, setSilent] = useState(chapter.isSilent);
  const [wrong, setWrong] = useState('');
  const { onSubmit, isPending, sentence, onInput, ...refusal } = useSubmit(async () => {
    if (wanted === null) return null;
    const refused = wanted === 'scheduled' ? wrongInstant(at) : '';
    setWrong('');
    if (refused) return { sentence: '', errors: [{ field: 'at', message: refused }] };
    onBusy(true);
    const { version } = chapter.copy;
    const instant = (fromParis(at) ?? new Date()).toISOString();
    const outcome = await call(setPublication, {
      params: { id: chapter._id },
      body:
        wanted === 'draft'
          ? { status: wanted }
          : wanted === 'published'
            ? { status: wanted, version, isSilent }
            : { status: wanted, version, at: instant, isSilent },
    });
    onBusy(false);
    if (outcome.ok) onDone(sentenceFor(outcome.data), outcome.data);
    else if (outcome.error === 'COPY_STALE') onStale(outcome.message);
    else return formErrors(outcome, ['at']);
    return null;
  });

  const isPublic = wanted !== null && wanted !== 'draft';
  const comesOut = isPublic && chapter.status !== 'published';
  const comesOutAt = (wanted === 'scheduled' ? fromParis(at) : null) ?? new Date();
  const missing = isPublic ? missingIn(chapter.copy, chapter.status === 'published') : null;
  const gaps = comesOut ? missingBefore(earlier, comesOutAt) : '';

  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      {wanted === null && first.wanted === 'draft' && (
        <p>Tout est en ligne&nbsp;: il n’y a rien à publier.</p>
      )}
      <fieldset className="choices">
        <legend className="visually-hidden">Que faire de ce chapitre&nbsp;?</legend>
        {choices.map((choice) => (
          <label key={choice.wanted}>
            <input
              type="radio"
              name="publication"
              checked={wanted === choice.wanted}
              onChange={() => {
                setWanted(choice.wanted);
                setWrong('');
                refusal.clear();
              }}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </fieldset>
      {wanted === 'scheduled' && (
        <ParisInstant
          name="at"
          legend="Parution"
          leadIn="Le chapitre paraîtra le"
          value={at}
          wrong={wrong || refusal.wrong('at') || ''}
          onValue={(value) => {
            setAt(value);
            setWrong(wrongSoFar(value));
          }}
        />
      )}
      {comesOut && <SilentChoice isSilent={isSilent} setSilent={setSilent} />}
      {comesOut && (
        <p className="muted">
          Sous l’éditeur, «&nbsp;Précédemment&nbsp;» peut rappeler ce chapitre à qui reviendra.
        </p>
      )}
      {missing ? (
        <Notice kind="info">
          <span id={id}>{missing.sentence}</span>
          {onWrite && (
            <>
              {' '}
              <Button variant="link" onClick={() => onWrite(missing.first)}>
                {missing.first === 'title' ? 'Donner un titre' : 'Écrire le texte'}
              </Button>
            </>
          )}
        </Notice>
      ) : (
        <Consequence chapter={chapter} wanted={wanted} />
      )}
      {gaps && !missing && <Notice kind="info">{gaps}</Notice>}
      {wanted === null ? (
        <div className="actions">
          <Button variant="quiet" onClick={onClosed}>
            Fermer
          </Button>
        </div>
      ) : (
        <FormEnd
          action={buttonFor(wanted, chapter)}
          stoppedBy={missing ? id : undefined}
          failure={sentence}
          isBusy={isPending}
          onCancel={onClosed}
        />
      )}
    </form>
  );
}

function buttonFor(wanted: Wanted, { status }: StudioChapterWithCopyBody): string {
  if (wanted === 'published') return status === 'published' ? 'Mettre à jour' : 'Publier';
  if (wanted === 'scheduled') return 'Programmer';
  return status === 'published' ? 'Retirer le chapitre' : 'Annuler la parution';
}

type ConsequenceProps = { chapter: StudioChapterWithCopyBody; wanted: Wanted | null };

function Consequence({ chapter: { status, publicTitle, unlocks }, wanted }: ConsequenceProps) {
  if (wanted === 'draft' && status === 'published') {
    return (
      <p className="muted">
        {`«\u00A0${publicTitle}\u00A0» disparaît pour les lecteurs. Commentaires et marque-pages reviennent avec lui s’il est publié à nouveau. ${unlocksSentence(unlocks)}`}
      </p>
    );
  }
  if (wanted === 'published' && status === 'published') {
    return (
      <p className="muted">Les lecteurs voient le nouveau texte aussitôt&nbsp;; la date reste.</p>
    );
  }
  return wanted === 'scheduled' ? (
    <p className="muted">
      Le chapitre paraîtra tel qu’il est enregistré à cette heure{'\u00A0'}: vos corrections d’ici
      là comprises.
    </p>
  ) : null;
}

function sentenceFor(chapter: StudioChapterWithCopyBody): string {
  const title = `«\u00A0${titleOf(chapter)}\u00A0»`;
  if (chapter.status === 'published') return `${title} est publié.`;
  if (chapter.status === 'scheduled' && chapter.publishedAt) {
    // In a narrow notice the time may be on a second line.
    const instant = formatInstant(chapter.publishedAt).replace('\u00A0à', ' à');
    return `${title} paraîtra le ${instant}, heure de Paris.`;
  }
  return [`${title} est un brouillon.`, unlocksSentence(chapter.unlocks)].join(' ').trim();
}

type Earlier = Pick<StudioChapterBody, 'chapterNumber' | 'status' | 'publishedAt'>;

/**
 * The unpublished chapters before one that is published at `at`: chapters keep their numbers, so
 * the list would have gaps. '' for none.
 */
export function missingBefore(earlier: readonly Earlier[], at: Date): string {
  const isOut = ({ status, publishedAt }: Earlier) =>
    status === 'published' ||
    (status === 'scheduled' && publishedAt !== null && new Date(publishedAt) <= at);
  const missing = earlier.filter((chapter) => !isOut(chapter));
  const [first] = missing;
  if (first === undefined) return '';
  return missing.length === 1
    ? `Le chapitre ${first.chapterNumber}, qui le précède, ne sera pas publié\u00A0: son numéro manquera aux lecteurs.`
    : `${plural(missing.length, 'chapitre')} qui le précèdent ne seront pas publiés\u00A0: leurs numéros manqueront aux lecteurs.`;
}
