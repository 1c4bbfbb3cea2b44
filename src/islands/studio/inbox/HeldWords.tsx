import { useState } from 'react';
import { call } from '#browser/call.ts';
import type { setHeldWords } from '#shared/contracts/studio-inbox.ts';
import { plural } from '#shared/site/formats.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { joinWords, splitWords } from './split-words.ts';

type Props = { novel: { _id: string; title: string }; words: readonly string[] };

/** The words of a novel that hold a comment until its author approves it. */
export function HeldWords({ novel: { _id: novelId, title }, words }: Props) {
  const [text, setText] = useState(() => joinWords(words));
  const [told, setTold] = useState('');
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async () => {
    setTold('');
    const outcome = await call<typeof setHeldWords>('PUT', '/api/studio/novels/{id}/held-words', {
      params: { id: novelId },
      body: { words: splitWords(text) },
    });
    if (!outcome.ok) return formErrors(outcome, ['words']);
    setText(joinWords(outcome.data.words));
    setTold(`Enregistré\u00A0: ${plural(outcome.data.words.length, 'mot')}.`);
    return null;
  });
  return (
    <>
      <p className="muted">
        {`Un commentaire de «\u00A0${title}\u00A0» qui en contient un, majuscules et accents mis à part, attend votre accord.`}
      </p>
      <form noValidate {...{ onSubmit, onInput }}>
        <TextArea
          name="words"
          label="Mots et expressions"
          hint="Un par ligne, ou séparés par des virgules&nbsp;; «&nbsp;spoil*&nbsp;» retient aussi «&nbsp;spoiler&nbsp;»."
          rows={8}
          error={wrong('words')}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setTold('');
          }}
        />
        <FailureNotice sentence={sentence} />
        <Notice kind="success" role="status">
          {told}
        </Notice>
        <p>
          <Button type="submit" isBusy={isPending}>
            {isPending ? 'Un instant…' : 'Enregistrer les mots'}
          </Button>
        </p>
      </form>
    </>
  );
}
