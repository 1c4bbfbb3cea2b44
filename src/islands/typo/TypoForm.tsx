import { useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import { typoLimits } from '#shared/constants.ts';
import type { reportTypo } from '#shared/contracts/typos.ts';
import { FormEnd } from '../ui/FormEnd.tsx';
import { TextArea, TextField } from '../ui/field/TextField.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { ShownParagraph } from './shown-words.ts';
import { WordChoice, type WordRange } from './WordChoice.tsx';

type Props = {
  chapterId: string;
  shown: ShownParagraph;
  /** The word that was pressed in the text. */
  pressed: number | null;
  onSent: () => void;
  onCancel: () => void;
};

const fields = ['correction', 'remark'];
const needsWords = 'Choisissez d’abord les mots à corriger.';

/** Says which words of a paragraph are wrong and what they should be. */
export function TypoForm({ chapterId, shown, pressed, onSent, onCancel }: Props) {
  const [chosen, setChosen] = useState<WordRange | null>(
    pressed === null ? null : { first: pressed, last: pressed },
  );
  const wrong = wordsOf(shown, chosen);
  // What the reader wrote; null while the field shows the words as they are.
  const [written, setWritten] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const correction = written ?? wrong;
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name=correction]');
    const word = form.current?.querySelector<HTMLElement>('.typo-words [tabindex="0"]');
    (pressed === null ? word : field)?.focus();
    form.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'center' });
  }, [pressed]);
  const {
    onSubmit,
    isPending,
    sentence,
    wrong: errorOf,
    mendInput,
  } = useSubmit(async () => {
    const start = chosen && shown.words[chosen.first]?.start;
    if (start === null || start === undefined) return { sentence: needsWords };
    const { paragraph, mark } = shown;
    const outcome = await call<typeof reportTypo>('POST', '/api/chapters/{id}/typo', {
      params: { id: chapterId },
      body: { paragraph, mark, start, wrong, correction, remark },
    });
    if (outcome.ok) {
      onSent();
      return null;
    }
    const errors = outcome.errors?.filter(({ field }) => fields.includes(field)) ?? [];
    const ofWords = outcome.errors?.find(({ field }) => !fields.includes(field));
    const sentence = ofWords?.message ?? (errors.length > 0 ? '' : outcome.message);
    return { sentence, errors };
  });
  return (
    <form ref={form} onSubmit={onSubmit} onInput={({ target }) => mendInput(target)}>
      <p className="muted">
        {chosen === null
          ? 'Touchez le mot à corriger.'
          : 'Un autre mot étend le choix\u00A0; un mot choisi le recommence.'}
      </p>
      <WordChoice
        words={shown.words}
        chosen={chosen}
        onChoose={(next) => {
          setChosen(next);
          setWritten(null);
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
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      <TextArea
        name="remark"
        label="Remarque"
        isOptional
        error={errorOf('remark')}
        rows={2}
        maxLength={typoLimits.remarkCharacters}
        value={remark}
        onChange={({ currentTarget }) => setRemark(currentTarget.value)}
      />
      <FormEnd
        action="Envoyer"
        busyAction="Envoi..."
        isBusy={isPending}
        failure={sentence}
        onCancel={onCancel}
      />
    </form>
  );
}

function wordsOf({ words }: ShownParagraph, chosen: WordRange | null): string {
  if (chosen === null) return '';
  const { first, last } = chosen;
  return words
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ');
}
