import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { call } from '#browser/call.ts';
import { typoLimits } from '#shared/constants.ts';
import { reportTypo } from '#shared/contracts/typos.ts';
import { fieldSentences } from '#shared/site/field-sentences.ts';
import { messages } from '#shared/messages.ts';
import { DraftOffer } from '../ui/DraftOffer.tsx';
import { FormEnd } from '../ui/FormEnd.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { useStoredDraft } from '../ui/use-stored-draft.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';
import type { ShownParagraph, ShownWord } from './shown-words.ts';

type Props = {
  chapterId: string;
  personId: string;
  shown: ShownParagraph;
  /** The word that was pressed in the text. */
  pressed: number | null;
  onSent: () => void;
  onCancel: () => void;
};

const fields = ['correction', 'remark'];
/** Reports that were closed before they were sent, on this page, by paragraph. */
const closed = new Map<string, TypoDraft>();
const needsWords = 'Choisissez d’abord les mots à corriger.';

/** Says which words of a paragraph are wrong and what they should be. */
export function TypoForm({ chapterId, personId, shown, pressed, onSent, onCancel }: Props) {
  const subject = `${chapterId}:${shown.mark}`;
  const place = { form: 'typo', personId, subject } as const;
  const name = `${personId}:${subject}`;
  const [{ chosen, written, remark }, setTyped] = useState<TypoDraft>(
    () => begunAt(closed.get(name), pressed) ?? { chosen: at(pressed), written: null, remark: '' },
  );
  const change = (part: Partial<TypoDraft>) => setTyped((typed) => ({ ...typed, ...part }));
  const wrong = wordsOf(shown, chosen);
  const form = useRef<HTMLFormElement>(null);
  const correction = written ?? wrong;
  const isTyped = correction !== wrong || remark.trim() !== '';
  const draft = useStoredDraft(place, parseTypoDraft);
  const dropUnsaved = useUnsavedWork(place, () => (isTyped ? { chosen, written, remark } : null));
  const isDone = useRef(false);
  const keepClosed = useEffectEvent(() => {
    if (isTyped && !isDone.current) closed.set(name, { chosen, written, remark });
    else closed.delete(name);
  });
  useEffect(() => () => keepClosed(), []);
  const focusCorrection = () =>
    form.current?.querySelector<HTMLInputElement>('[name=correction]')?.focus();
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name=correction]');
    const word = form.current?.querySelector<HTMLElement>('.typo-words [tabindex="0"]');
    (pressed === null ? word : field)?.focus();
    form.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'center' });
  }, [pressed]);
  const send = async () => {
    const start = chosen && shown.words[chosen.first]?.start;
    if (start === null || start === undefined) return { sentence: needsWords };
    if (correction.trim() === wrong) {
      return { sentence: '', errors: [{ field: 'correction', message: messages.typoUnchanged }] };
    }
    const { paragraph, mark } = shown;
    const outcome = await call(reportTypo, {
      params: { id: chapterId },
      body: { paragraph, mark, start, wrong, correction, remark },
    });
    if (outcome.ok) {
      isDone.current = true;
      draft.finish();
      if (draft.stored === null) dropUnsaved();
      onSent();
      return null;
    }
    const errors = outcome.errors?.filter(({ field }) => fields.includes(field)) ?? [];
    const ofWords = outcome.errors?.find(({ field }) => !fields.includes(field));
    const sentence = ofWords?.message ?? (errors.length > 0 ? '' : outcome.message);
    return { sentence, errors };
  };
  const {
    onSubmit,
    isPending,
    sentence,
    wrong: errorOf,
    onInput,
    clear,
  } = useSubmit(send, chosen === null ? {} : { correction: fieldSentences.correctionMissing });
  return (
    <form ref={form} noValidate onSubmit={onSubmit} onInput={onInput}>
      <DraftOffer
        draft={draft}
        words={(stored) => stored.written ?? stored.remark}
        isBusy={isPending}
        onTaken={(stored) => {
          setTyped(stored);
          focusCorrection();
        }}
        onDeclined={focusCorrection}
      />
      <p className="muted">
        {chosen === null
          ? 'Touchez le mot à corriger.'
          : 'Le mot d’avant ou d’après s’ajoute au choix\u00A0; tout autre mot le remplace.'}
      </p>
      <WordChoice
        words={shown.words}
        chosen={chosen}
        onChoose={(next) => {
          change({ chosen: next, written: null });
          clear();
        }}
      />
      <TextField
        name="correction"
        label="Correction"
        error={errorOf('correction')}
        required
        autoComplete="off"
        maxLength={typoLimits.correctionCharacters}
        value={correction}
        onChange={({ currentTarget }) => change({ written: currentTarget.value })}
      />
      <TextArea
        name="remark"
        label="Remarque"
        isOptional
        error={errorOf('remark')}
        rows={2}
        maxLength={typoLimits.remarkCharacters}
        value={remark}
        onChange={({ currentTarget }) => change({ remark: currentTarget.value })}
      />
      <FormEnd
        action="Envoyer"
        busyAction="Envoi..."
        isBusy={isPending}
        failure={sentence}
        onCancel={() => {
          isDone.current = true;
          draft.finish();
          onCancel();
        }}
      />
    </form>
  );
}

const at = (pressed: number | null): TypoDraft['chosen'] =>
  pressed === null ? null : { first: pressed, last: pressed };

/** The report that was closed, unless another word was pressed than it is about. */
function begunAt(draft: TypoDraft | undefined, pressed: number | null): TypoDraft | undefined {
  const { first, last } = draft?.chosen ?? { first: 0, last: Infinity };
  return pressed === null || (pressed >= first && pressed <= last) ? draft : undefined;
}

function wordsOf({ words }: ShownParagraph, chosen: TypoDraft['chosen']): string {
  if (chosen === null) return '';
  const { first, last } = chosen;
  return words
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ');
}

/** What a reader chose and wrote in a report; `written` is null while the field shows the words as they are. */
type TypoDraft = { chosen: WordRange | null; written: string | null; remark: string };

/** Parses a stored draft; null if it is invalid. */
function parseTypoDraft(value: unknown): TypoDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { chosen, written, remark }: Record<string, unknown> = { ...value };
  if (typeof remark !== 'string' || (written !== null && typeof written !== 'string')) return null;
  return { chosen: parseRange(chosen), written, remark };
}

function parseRange(value: unknown): WordRange | null {
  if (typeof value !== 'object' || value === null) return null;
  const { first, last }: Record<string, unknown> = { ...value };
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : null;
}

/** From which word to which, both included. */
export type WordRange = { first: number; last: number };

type WordChoiceProps = {
  words: readonly ShownWord[];
  chosen: WordRange | null;
  onChoose: (chosen: WordRange) => void;
};

const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The words of a paragraph, of which neighbours are chosen: a press on the word before or after the
 * chosen ones adds it, a press on any other begins again there. One stop of Tab; arrows move.
 */
export function WordChoice({ words, chosen, onChoose }: WordChoiceProps) {
  const list = useRef<HTMLDivElement>(null);
  const isChosen = (index: number) =>
    chosen !== null && index >= chosen.first && index <= chosen.last;
  const choose = (index: number) => {
    if (index + 1 === chosen?.first) onChoose({ first: index, last: chosen.last });
    else if (index - 1 === chosen?.last) onChoose({ first: chosen.first, last: index });
    else onChoose({ first: index, last: index });
  };
  const move = (event: KeyboardEvent, index: number) => {
    const step = keys[event.key];
    if (step === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('button')[index + step]?.focus();
  };
  return (
    <div className="typo-words" role="group" aria-label="Mots du paragraphe" ref={list}>
      {words.map(({ text, start }, index) => (
        <button
          key={start}
          type="button"
          aria-pressed={isChosen(index)}
          tabIndex={index === (chosen?.first ?? 0) ? 0 : -1}
          onClick={() => choose(index)}
          onKeyDown={(event) => move(event, index)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
