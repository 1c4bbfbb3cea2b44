import { useState } from 'react';
import { call } from '#browser/call.ts';
import { studioLimits } from '#shared/constants.ts';
import { getStudioChapter, type StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { useAction } from '#islands/ui/use-action.ts';
import { cutSentences } from '#browser/reader/speech/sentence-cuts.ts';

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
  const [statusText, setStatusText] = useState('');
  const { run, isPending, refusal } = useAction(async () => {
    setStatusText('');
    const outcome = await call(getStudioChapter, {
      params: { id: chapter._id },
    });
    if (!outcome.ok) return { sentence: outcome.message };
    const { status, publicHtml, copy } = outcome.data;
    // What readers will find behind it.
    const html = status === 'published' ? publicHtml : copy.html;
    const taken = firstSentences(html, language, max);
    if (taken === '') return { sentence: emptyText };
    onValue(taken);
    setStatusText('Extrait rempli.');
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
          setStatusText('');
          onValue(currentTarget.value);
        }}
      />
      <Button variant="link" isBusy={isPending} onClick={() => run()}>
        Prendre les premières phrases
      </Button>
      <p className="visually-hidden" role="status">
        {refusal?.sentence ?? statusText}
      </p>
    </>
  );
}

/** More are not taken, however short they are. */
const sentencesMax = 3;
/** Enough of a text to find them in. */
const blocksLookedAt = 12;

/** Not part of what is read: notes, their markers, readings of ruby, headings, tables. */
const besides = 'aside, sup:has(a), rt, rp, h2, h3, table';
/** Blocks of blocks. */
const around = '.box, blockquote';
const endOfSentence = /[.!?…][\s»”"’)\]]*$/u;

/**
 * The first two or three sentences of a chapter's HTML as plain text, at most `maxCharacters`; of a
 * longer first sentence its beginning, up to a word. '' for a text without words.
 */
export function firstSentences(html: string, language: string, maxCharacters: number): string {
  const blocks = plainBlocks(html).slice(0, blocksLookedAt);
  let taken = '';
  for (const sentence of blocks
    .flatMap((block) => sentencesOf(block, language))
    .slice(0, sentencesMax)) {
    const more = taken === '' ? sentence : `${taken} ${sentence}`;
    if (more.length > maxCharacters) break;
    taken = more;
  }
  if (taken !== '') return taken;
  const text = blocks.join(' ');
  if (text.length <= maxCharacters) return text;
  const beginning = text.slice(0, maxCharacters - 1);
  // Some languages write no spaces between words.
  return `${/\s/u.test(beginning) ? beginning.replace(/\s*\S*$/u, '') : beginning.toWellFormed()}…`;
}

/** Very long sentences are cut for voices: such a part is joined to what follows it. */
function sentencesOf(block: string, language: string): string[] {
  const ends = cutSentences(block, language)
    .map(({ end }) => end)
    .filter(
      (end, index, all) => index === all.length - 1 || endOfSentence.test(block.slice(0, end)),
    );
  return ends.map((end, index) => block.slice(ends[index - 1] ?? 0, end).trim());
}

function plainBlocks(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(besides)) element.remove();
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith(' ');
  return [...body.children]
    .flatMap((block) => (block.matches(around) ? [...block.children] : [block]))
    .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
}
