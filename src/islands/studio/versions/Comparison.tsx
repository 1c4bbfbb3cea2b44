import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#browser/call.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import {
  compareVersion,
  restoreVersion,
  type ComparisonBody,
  type VersionBody,
  type ComparedBlock,
} from '#shared/contracts/studio-versions.ts';
import { formatInstant, plural } from '#shared/site/formats.ts';
import { messages } from '#shared/messages.ts';
import { recapLabel } from '#shared/text/author-note.ts';
import { may, type NovelRole } from '#shared/site/novel-powers.ts';
import { LoadFailure } from '#islands/ui/LoadFailure.tsx';
import { Spinner } from '#islands/ui/Spinner.tsx';
import { Button } from '#islands/ui/button/Button.tsx';
import { FailureNotice } from '#islands/ui/notice/Notice.tsx';
import { useLoaded } from '#islands/ui/use-loaded.ts';
import { goTo } from '../navigation.ts';
import type { Route } from '../route.ts';
import { StudioLink } from '../StudioLink.tsx';
import { VersionFacts } from './VersionRow.tsx';

type Against = 'previous' | 'now';

const choices: readonly { against: Against; label: string }[] = [
  { against: 'now', label: 'Avec le texte d’aujourd’hui' },
  { against: 'previous', label: 'Avec la version parue avant' },
];

/** What the marks in the text say, by what it is compared with. */
const keys: Record<Against, string> = {
  now: 'De cette version au texte d’aujourd’hui\u00A0: les mots barrés ont été retirés, les mots soulignés ajoutés.',
  previous:
    'De la version parue avant à celle-ci\u00A0: les mots barrés ont été retirés, les mots soulignés ajoutés.',
};

type Props = {
  id: string;
  /** As the list has it; undefined if the address alone names it. */
  known: VersionBody | undefined;
  chapter: StudioChapterBody;
  role: NovelRole;
  list: Route;
};

/** A version beside another, and the way back to it. */
export function Comparison({ id, known, chapter, role, list }: Props) {
  const [against, setAgainst] = useState<Against>('now');
  const load = useCallback(
    () =>
      call(compareVersion, {
        params: { id },
        query: { against },
      }),
    [id, against],
  );
  const [compared, loadAgain] = useLoaded(load);
  const isOfChapter = compared.kind === 'loaded' && compared.data.chapterId === chapter._id;
  const version = known ?? (isOfChapter ? compared.data.version : null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="version-comparison" aria-labelledby="version-comparee">
      <p>
        <StudioLink to={list}>Toutes les versions</StudioLink>
      </p>
      <h3 id="version-comparee" ref={heading} tabIndex={-1}>
        Une version, mot à mot
      </h3>
      {version && <VersionFacts version={version} />}
      {version?.hasPrevious === true && (
        <p className="actions" role="group" aria-label="Comparer">
          {choices.map((choice) => (
            <Button
              key={choice.against}
              variant="quiet"
              aria-pressed={choice.against === against}
              onClick={() => setAgainst(choice.against)}
            >
              {choice.label}
            </Button>
          ))}
        </p>
      )}
      {version?.hasPrevious === false && version.kind === 'published' && (
        <p className="muted">C’est la première version parue.</p>
      )}
      {compared.kind === 'loading' && <Spinner label="Comparaison..." />}
      {compared.kind === 'failed' && (
        <LoadFailure message={compared.failure.message} onRetry={loadAgain} />
      )}
      {compared.kind === 'loaded' && !isOfChapter && (
        <FailureNotice sentence={messages.studio.versionMissing} />
      )}
      {isOfChapter && (
        <Compared
          comparison={compared.data}
          against={against}
          chapter={chapter}
          role={role}
          onLost={loadAgain}
        />
      )}
    </section>
  );
}

type ComparedProps = {
  comparison: ComparisonBody;
  against: Against;
  chapter: StudioChapterBody;
  role: NovelRole;
  onLost: () => void;
};

function Compared({ comparison, against, chapter, role, onLost }: ComparedProps) {
  const { version, title, detail, blocks, copyVersion } = comparison;
  const [failure, setFailure] = useState('');
  const parts = [...title, ...blocks.flatMap((block) => ('parts' in block ? block.parts : []))];
  const isSame = detail !== 'none' && parts.every(({ kind }) => kind === 'same');
  const hasText = detail !== 'none' && !isSame;
  const restore = async () => {
    const outcome = await call(restoreVersion, {
      params: { id: version._id },
      body: { version: copyVersion },
    });
    if (outcome.ok) {
      const { _id: chapterId, novelId } = chapter;
      const words = restoredWords(version, chapter, role);
      await goTo({ screen: 'editor', novelId, chapterId }, { words });
      return;
    }
    setFailure(outcome.message);
    if (outcome.error === 'COPY_STALE') onLost();
  };
  return (
    <>
      <p role="status">{isSame ? 'Rien n’a changé.' : sumOf(comparison)}</p>
      {against === 'now' && !isSame && (
        <p>
          <Button onClick={() => void restore()}>Reprendre cette version</Button>{' '}
          <span className="muted">Notes, «&nbsp;Précédemment&nbsp;» et personnages restent.</span>
        </p>
      )}
      <FailureNotice sentence={failure} />
      {detail === 'passages' && (
        <p className="muted">
          Des passages trop longs ou trop différents ne sont pas comparés mot à mot{'\u00A0'}: ils
          figurent en entier, avant puis après.
        </p>
      )}
      {hasText && <p className="muted">{keys[against]}</p>}
      {hasText && (
        <div className="version-text">
          <p className="version-title">
            <Words parts={title} />
          </p>
          <Changes blocks={blocks} />
        </div>
      )}
      {version.recap + version.cast !== '' && (
        <div className="version-beside">
          <h4>À côté du texte, dans cette version</h4>
          {version.recap !== '' && <p dir="auto">{`${recapLabel}\u00A0: ${version.recap}`}</p>}
          {version.cast !== '' && <p dir="auto">{version.cast}</p>}
        </div>
      )}
    </>
  );
}

/** What has become of the chapter, for the editor to say, and what readers see of it. */
function restoredWords({ at }: VersionBody, { status }: StudioChapterBody, role: NovelRole) {
  const restored = `La version du ${formatInstant(at)} est reprise.`;
  if (status !== 'published') return restored;
  const whenSeen = may(role, 'publish')
    ? 'qu’après «\u00A0Publication…\u00A0»'
    : 'que quand la personne qui publie ce roman l’aura mise en ligne';
  return `${restored} Les lecteurs ne la verront ${whenSeen}.`;
}

function sumOf({ detail, wordsAdded, wordsRemoved }: ComparisonBody): string {
  if (detail === 'none') {
    return 'Ces deux textes n’ont pas été comparés\u00A0: leur comparaison prend trop de temps.';
  }
  return wordsAdded === 0 && wordsRemoved === 0
    ? 'Seuls des signes, la mise en forme ou le titre ont changé.'
    : `${plural(wordsAdded, 'mot ajouté', 'mots ajoutés')}, ${plural(wordsRemoved, 'mot retiré', 'mots retirés')}.`;
}

type Parts = Extract<ComparedBlock, { parts: unknown }>['parts'];

/** Words that stay, come or go; marked for the eye, and named for who listens. */
function Words({ parts }: { parts: Parts }) {
  return parts.map(({ kind, text }, index) => {
    const key = `${index}`;
    if (kind === 'added') return <ins key={key}>{text}</ins>;
    if (kind === 'removed') return <del key={key}>{text}</del>;
    return <span key={key}>{text}</span>;
  });
}

/** A text with its changes. */
function Changes({ blocks }: { blocks: readonly ComparedBlock[] }) {
  return blocks.map((block, index) => {
    const key = `${index}`;
    if ('gap' in block) {
      return (
        <p key={key} className="version-gap">
          {plural(block.gap, 'paragraphe inchangé', 'paragraphes inchangés')}
        </p>
      );
    }
    return (
      <p key={key}>
        <Words parts={block.parts} />
      </p>
    );
  });
}
