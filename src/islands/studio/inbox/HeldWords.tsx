import { useCallback, useState } from 'react';
import { call } from '#browser/call.ts';
import type { getHeldWords, setHeldWords } from '#shared/contracts/studio-inbox.ts';
import { heldWordLimits } from '#shared/constants.ts';
import { plural } from '#shared/formats.ts';
import { messages } from '#shared/messages.ts';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { StudioFailure } from '../StudioFailure.tsx';
import { joinWords, splitWords } from './split-words.ts';

const path = '/api/studio/novels/{id}/held-words';

/** The words of a novel that hold a comment until its author approves it. */
export function HeldWords({ novelId }: { novelId: string }) {
  const load = useCallback(
    () => call<typeof getHeldWords>('GET', path, { params: { id: novelId } }),
    [novelId],
  );
  const [loaded, loadAgain] = useLoaded(load);
  if (loaded.kind === 'loading') return <Spinner label="Chargement des mots..." />;
  if (loaded.kind === 'failed') {
    const { failure } = loaded;
    return <StudioFailure {...{ failure, sentence: messages.inboxFailed, onRetry: loadAgain }} />;
  }
  const { words, novelTitle } = loaded.data;
  return (
    <>
      <p className="muted">Ceux de «&nbsp;{novelTitle}&nbsp;».</p>
      <Form novelId={novelId} words={words} />
    </>
  );
}

function Form({ novelId, words }: { novelId: string; words: readonly string[] }) {
  const [text, setText] = useState(() => joinWords(words));
  const [told, setTold] = useState('');
  const { onSubmit, isPending, sentence } = useSubmit(async () => {
    setTold('');
    const outcome = await call<typeof setHeldWords>('PUT', path, {
      params: { id: novelId },
      body: { words: splitWords(text) },
    });
    if (!outcome.ok) return { sentence: outcome.errors?.[0]?.message ?? outcome.message };
    setText(joinWords(outcome.data.words));
    setTold(`Enregistré\u00A0: ${plural(outcome.data.words.length, 'mot')}.`);
    return null;
  });
  return (
    <form onSubmit={onSubmit}>
      <TextArea
        name="words"
        label="Mots et expressions"
        hint={`Un par ligne, ou séparés par des virgules ou des points-virgules. Un commentaire qui en contient un attend votre accord. Majuscules et accents ne comptent pas\u00A0; «\u00A0spoil\u00A0» ne retient pas «\u00A0spoiler\u00A0». Au plus ${heldWordLimits.words} mots.`}
        rows={8}
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
  );
}
