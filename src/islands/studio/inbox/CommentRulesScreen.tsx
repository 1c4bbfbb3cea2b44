import { useCallback, useState } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { getHeldWords, setHeldWords } from '#shared/contracts/studio-inbox.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import type { Elements } from '#islands/ui/elements.ts';
import { may } from '#shared/site/novel-powers.ts';
import { Button } from '#islands/ui/button/Button.tsx';
import { PageEnd } from '#islands/ui/PageEnd.tsx';
import { asRows, usePages } from '#islands/ui/use-pages.ts';
import { plural } from '#shared/site/formats.ts';
import { TextArea } from '#islands/ui/field/TextField.tsx';
import { formErrors } from '#islands/ui/form-errors.ts';
import { FailureNotice, Notice } from '#islands/ui/notice/Notice.tsx';
import { useSubmit } from '#islands/ui/use-submit.ts';
import { AreaHead } from '../AreaHead.tsx';
import { loadNovel } from '../load-novel.ts';
import { NovelScreen } from '../novel-head/NovelScreen.tsx';
import { StudioLink } from '../StudioLink.tsx';
import { fetchNovels } from '../use-more-novels.ts';
import { BlockedReaders } from './BlockedReaders.tsx';
import styles from './inbox.css?inline';

adoptStyles(styles);

type Props = { novelId: string | null; user: UserBody };

/** Who and what is kept out of the comments: words of one novel, readers of all. */
export default function CommentRulesScreen({ novelId, user }: Props) {
  if (novelId !== null) return <OfNovel novelId={novelId} />;
  return (
    <>
      <AreaHead user={user} screen="comment-rules" />
      <Rules novelId={null}>
        <HeldWordNovels />
      </Rules>
    </>
  );
}

type Loaded = { novel: StudioNovelBody; words: string[] };

async function load(id: string): Promise<Outcome<Loaded>> {
  const params = { id };
  const [novel, held] = await Promise.all([loadNovel(id), call(getHeldWords, { params })]);
  if (!novel.ok) return novel;
  return held.ok ? { ok: true, data: { ...novel.data, ...held.data } } : held;
}

function OfNovel({ novelId }: { novelId: string }) {
  return (
    <NovelScreen
      novelId={novelId}
      load={load}
      screen="comment-rules"
      loading="Chargement des règles..."
      failed={messages.inboxFailed}
    >
      {({ novel, words }) => (
        <Rules novelId={novelId}>
          <HeldWords novel={novel} words={words} />
        </Rules>
      )}
    </NovelScreen>
  );
}

/** `novelId`: null where the rules are those of all. */
function Rules({ novelId, children }: { novelId: string | null; children: Elements }) {
  return (
    <>
      <p className="row-links">
        <StudioLink to={{ screen: 'inbox', novelId, filter: 'all' }}>
          Retour aux messages
        </StudioLink>
      </p>
      <section className="studio-part" aria-labelledby="mots-retenus">
        <h3 id="mots-retenus">Mots retenus</h3>
        {children}
      </section>
      <section className="studio-part" aria-labelledby="personnes-bloquees">
        <h3 id="personnes-bloquees">Personnes bloquées</h3>
        <BlockedReaders />
      </section>
    </>
  );
}

/** The novels whose held words the user may change, each with the way to them. */
function HeldWordNovels() {
  const load = useCallback(async (cursor: string | undefined) => {
    const outcome = await fetchNovels('me', '', cursor);
    return asRows(outcome, ({ novels: rows, nextCursor }) => ({ rows, nextCursor }));
  }, []);
  const pages = usePages<StudioNovelBody>(load);
  const { nextCursor, isLoading, failure } = pages;
  const novels = pages.rows.filter(({ role }) => may(role, 'comments'));
  const isEmpty = novels.length === 0 && nextCursor === null && !isLoading && !failure;
  return (
    <>
      <p className="muted">
        {isEmpty ? 'Vous ne gérez les commentaires d’aucun roman.' : 'Chaque roman a les siens.'}
      </p>
      {novels.length > 0 && (
        <ul className="rule-list" aria-label="Romans">
          {novels.map(({ _id: novelId, title }) => (
            <li key={novelId}>
              <StudioLink to={{ screen: 'comment-rules', novelId }}>{title}</StudioLink>
            </li>
          ))}
        </ul>
      )}
      <PageEnd pages={pages} failed={messages.novelsFailed} />
    </>
  );
}

type HeldWordsProps = { novel: { _id: string; title: string }; words: readonly string[] };

/** The words of a novel that hold a comment until its author approves it. */
function HeldWords({ novel: { _id: novelId, title }, words }: HeldWordsProps) {
  const [text, setText] = useState(() => joinWords(words));
  const [statusText, setStatusText] = useState('');
  const { onSubmit, isPending, sentence, wrong, onInput } = useSubmit(async () => {
    setStatusText('');
    const outcome = await call(setHeldWords, {
      params: { id: novelId },
      body: { words: splitWords(text) },
    });
    if (!outcome.ok) return formErrors(outcome, ['words']);
    setText(joinWords(outcome.data.words));
    setStatusText(`Enregistré\u00A0: ${plural(outcome.data.words.length, 'mot')}.`);
    return null;
  });
  return (
    <>
      <p className="muted">
        {`Un commentaire de «\u00A0${title}\u00A0» qui en contient un, majuscules et accents mis à part, attend votre accord.`}
      </p>
      <form noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextArea
          name="words"
          label="Mots et expressions"
          hint="Un par ligne, ou séparés par des virgules&nbsp;; «&nbsp;spoil*&nbsp;» retient aussi «&nbsp;spoiler&nbsp;»."
          rows={8}
          error={wrong('words')}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setStatusText('');
          }}
        />
        <FailureNotice sentence={sentence} />
        <Notice kind="success" role="status">
          {statusText}
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

/** The words and phrases of a field: one a line, or several with commas or semicolons between. */
const splitWords = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The text of a field. The sign within a phrase, which would part it, says nothing in a comparison. */
const joinWords = (words: readonly string[]): string =>
  words.map((word) => word.replace(/\s*[,;]+\s*/g, ' ').trim()).join('\n');
