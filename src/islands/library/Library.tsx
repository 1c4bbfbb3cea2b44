import { useEffect, useState, type ComponentProps } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Failure } from '#browser/outcome.ts';
import type { FollowedAuthorBody } from '#shared/contracts/authors.ts';
import { paths } from '#shared/site/paths.ts';
import { call } from '#browser/call.ts';
import { listBookmarked } from '#shared/contracts/chapters.ts';
import { listWithdrawn } from '#shared/contracts/library.ts';
import { formatDay } from '#shared/site/formats.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { Tabs } from '../ui/tabs/Tabs.tsx';
import { sendFollow } from '../follow/send-follow.ts';
import { Button, ButtonLink } from '../ui/button/Button.tsx';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';
import { BookCover, type BookNovel } from '../ui/cover/BookCover.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { loadFollowed, loadLibrary, loadHistory } from './load-library.ts';
import { Highlights } from './Highlights.tsx';
import { NovelList } from './NovelList.tsx';
import { ReadingLog } from './ReadingLog.tsx';
import {
  putInAddress,
  sectionInAddress,
  sectionKeys,
  sectionLabel,
  statusOf,
  type Section,
} from './sections.ts';
import { findNovels, type Tools } from './shelves.ts';
import {
  useChanges,
  useLoadedChanged,
  withChange,
  withChanges,
  type MadeChanges,
} from './use-changes.ts';
import styles from './member-library.css?inline';

/**
 * The library of a signed-in reader. For others the page shows what this device knows
 * (`src/lib/browser/library/device-library.ts`); the style sheet hides this one.
 */
export function Library() {
  const member = useUserKey();
  return member === null ? <Spinner label="Chargement..." /> : <MemberLibrary key={member} />;
}

adoptStyles(styles);

/** The library of a signed-in user, in sections; the address names the open one. */
function MemberLibrary() {
  const made = useChanges();
  const { applyChanges } = made;
  const [loaded, loadAgain] = useLoadedChanged(loadLibrary, made);
  const [section, setSection] = useState(sectionInAddress);
  const [tools, setTools] = useState<Tools>({ text: '', sort: 'recent' });
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const follow = () => {
      setSection(sectionInAddress());
      applyChanges();
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [applyChanges]);
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LibraryFailure failure={loaded.failure} onRetry={loadAgain} />;
  }
  const { list, changes, applied } = loaded.data;
  const novels = withChanges(list, applied);
  const found = findNovels(novels, tools.text);
  const listProps = { tools, onTools: setTools, onChange: made.change, onFailure: setFailure };
  const choose = (key: Section) => {
    setSection(key);
    applyChanges();
    putInAddress(key);
  };
  const drawSection = (key: Section) => {
    if (key === 'favoris') return <Favorites {...listProps} made={made} />;
    if (key === 'marque-pages') return <BookmarkedChapters />;
    if (key === 'historique') return <OpenedChapters />;
    if (key === 'surlignages') return <Highlights />;
    if (key === 'carnet') return <ReadingLog />;
    const isHere = ({ status }: { status: string | null }) => status === statusOf(key);
    const props = { ...listProps, changes, section: key, novels: novels.filter(isHere) };
    if (key !== 'en-cours') return <NovelList {...props} />;
    return (
      <>
        <NovelList {...props} />
        <WithdrawnChapters />
      </>
    );
  };
  const tabs = sectionKeys.map((key) => {
    const status = statusOf(key);
    const count = status && found.filter((novel) => novel.status === status).length;
    const label = sectionLabel(key);
    return { key, label: count ? `${label}\u00A0${count}` : label, content: drawSection(key) };
  });
  return (
    <div className="library">
      <Tabs label="Ma bibliothèque" tabs={tabs} current={section} onChoose={choose} />
      <ChangeFailure failure={failure} />
    </div>
  );
}

type ListProps = Omit<ComponentProps<typeof NovelList>, 'section' | 'novels' | 'changes'>;

/** The authors and novels that the user follows, whether they are in the library or not. */
function Favorites({ made, ...props }: ListProps & { made: MadeChanges }) {
  const [loaded, loadAgain] = useLoadedChanged(loadFollowed, made);
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LibraryFailure failure={loaded.failure} onRetry={loadAgain} />;
  }
  const { list, changes, applied } = loaded.data;
  return (
    <>
      <FollowedAuthors authors={list.authors} onFailure={props.onFailure} />
      <NovelList
        {...props}
        changes={changes}
        section="favoris"
        novels={list.novels.map((novel) => withChange(novel, applied))}
      />
    </>
  );
}

type Props = {
  authors: readonly FollowedAuthorBody[];
  /** Called with why a change was taken back; must be stable between renders. */
  onFailure: (failure: Failure) => void;
};

/** The authors whom the user follows; who was left stays here, to be followed again. */
function FollowedAuthors({ authors, onFailure }: Props) {
  if (authors.length === 0) return null;
  return (
    <section className="library-authors" aria-labelledby="auteurs-suivis">
      <h2 id="auteurs-suivis">Auteurs suivis</h2>
      <ul>
        {authors.map((author) => (
          <Author key={author.slug} author={author} onFailure={onFailure} />
        ))}
      </ul>
    </section>
  );
}

function Author({ author, onFailure }: { author: FollowedAuthorBody } & Pick<Props, 'onFailure'>) {
  const { slug, name } = author;
  const { shown, set, failure } = useOptimisticValue('follow', {
    initial: true,
    send: sendFollow(slug),
  });
  useEffect(() => {
    if (failure) onFailure(failure);
  }, [failure, onFailure]);
  return (
    <li>
      {/* Without a public novel they have no page. */}
      {name === null ? <span>{slug}</span> : <a href={paths.author(slug)}>{name}</a>}
      <Button variant="link" isSmall onClick={() => set(!shown)}>
        <span>{shown ? 'Ne plus suivre' : 'Suivre'}</span>
        <span className="visually-hidden">{` ${name ?? slug}`}</span>
      </Button>
    </li>
  );
}

const loadBookmarks = () => call(listBookmarked);
const loadWithdrawn = () => call(listWithdrawn);
const again = { keepsLast: true, onReturn: true };

/** The chapters that the user keeps. */
function BookmarkedChapters() {
  const [loaded, loadAgain] = useLoaded(loadBookmarks, again);
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LibraryFailure failure={loaded.failure} onRetry={loadAgain} />;
  }
  const rows = loaded.data.map(({ _id, title, chapterNumber, novelId: novel }) => ({
    id: _id,
    title,
    chapterNumber,
    note: null,
    novel: novel ?? { _id, title: 'Roman inconnu', genres: [], coverImage: null },
  }));
  return <ChapterRows label="Marque-pages" rows={rows} empty="Aucun marque-page." />;
}

/** The chapters that the user read last. */
function OpenedChapters() {
  const [loaded, loadAgain] = useLoaded(loadHistory, again);
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LibraryFailure failure={loaded.failure} onRetry={loadAgain} />;
  }
  const rows = loaded.data.map(({ _id, title, chapterNumber, readAt, novel }) => ({
    id: _id,
    title,
    chapterNumber,
    novel,
    note: `lu le ${formatDay(readAt)}`,
  }));
  return <ChapterRows label="Historique" rows={rows} empty="Aucun chapitre lu pour l’instant." />;
}

/** Chapters that their author withdrew or will, and that this reader, who unlocked them, reads on. */
function WithdrawnChapters() {
  const [loaded] = useLoaded(loadWithdrawn, again);
  if (loaded.kind !== 'loaded' || loaded.data.length === 0) return null;
  const rows = loaded.data.map(({ _id, leavesOn, ...row }) => ({
    id: _id,
    note: leavesOn
      ? `sera retiré le ${formatDay(leavesOn)}, il restera à vous`
      : 'retiré par son auteur, il reste à vous',
    ...row,
  }));
  const isAhead = loaded.data.some(({ leavesOn }) => leavesOn);
  const title = isAhead ? 'Chapitres retirés ou qui vont l’être' : 'Chapitres retirés';
  return (
    <section className="library-withdrawn" aria-labelledby="chapitres-retires">
      <h2 id="chapitres-retires">{title}</h2>
      <ChapterRows label={title} rows={rows} empty="" />
    </section>
  );
}

type Row = {
  id: string;
  title: string;
  chapterNumber: number;
  note: string | null;
  novel: BookNovel;
};

type RowsProps = { label: string; empty: string; rows: readonly Row[] };

function ChapterRows({ label, empty, rows }: RowsProps) {
  if (rows.length === 0) {
    return (
      <EmptyState sentence={empty}>
        <ButtonLink variant="quiet" href={paths.catalogue()}>
          Parcourir le catalogue
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul className="library-rows library-chapters" aria-label={label}>
      {rows.map(({ id, title, chapterNumber, note, novel }) => (
        <li key={id} className="library-row">
          <div className="library-cover">
            <BookCover novel={novel} />
          </div>
          <div className="library-names">
            <h2>
              <a href={paths.chapter(id)}>{title}</a>
            </h2>
            <p>
              {[novel.title, `chapitre\u00A0${chapterNumber}`, note]
                .filter((part) => part !== null)
                .join('\u00A0· ')}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

type LibraryFailureProps = { failure: Failure; onRetry: () => void };

/** Says that a list could not be loaded, and tries again. */
function LibraryFailure({ failure, onRetry }: LibraryFailureProps) {
  const { isOffline, isRateLimited, message } = failure;
  const sentence = 'Cette liste n’a pas pu être chargée.';
  return (
    <LoadFailure message={isOffline || isRateLimited ? message : sentence} onRetry={onRetry} />
  );
}
