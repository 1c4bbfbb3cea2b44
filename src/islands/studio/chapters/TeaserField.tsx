import { useState } from 'react';
import { call } from '#browser/call.ts';
import { studioLimits } from '#shared/constants.ts';
import type { getStudioChapter, StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { firstSentences } from './first-sentences.ts';

type Props = {
  chapter: StudioChapterBody;
  /** Of the novel, as in `lang`. */
  language: string;
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
};

const max = studioLimits.teaserCharacters;
const emptyText = 'Ce chapitre n’a pas encore de texte.';

/** The words of a premium chapter that everybody may read: written, or taken from its beginning. */
export function TeaserField({ chapter, language, value, error, onValue }: Props) {
  const [told, setTold] = useState('');
  const { run, isPending, refusal } = useAction(async () => {
    setTold('');
    const outcome = await call<typeof getStudioChapter>('GET', '/api/studio/chapters/{id}', {
      params: { id: chapter._id },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    const { status, publicHtml, copy } = outcome.data;
    // What readers will find behind it.
    const html = status === 'published' ? publicHtml : copy.html;
    const taken = firstSentences(html, language, max);
    if (taken === '') return { sentence: emptyText };
    onValue(taken);
    setTold('Extrait rempli.');
    return null;
  });
  return (
    <>
      <TextArea
        name="teaser"
        label="Extrait offert à tous"
        isOptional
        hint="Le seul passage que l’on peut lire avant de payer."
        rows={4}
        lang={language}
        count={{ length: value.length, max }}
        error={error ?? refusal?.sentence}
        value={value}
        onChange={({ currentTarget }) => {
          // No longer what was taken.
          setTold('');
          onValue(currentTarget.value);
        }}
      />
      <Button variant="link" isBusy={isPending} onClick={() => run()}>
        Prendre les premières phrases
      </Button>
      <p className="visually-hidden" role="status">
        {refusal?.sentence ?? told}
      </p>
    </>
  );
}
