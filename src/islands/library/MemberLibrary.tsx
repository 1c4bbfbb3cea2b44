import { useEffect, useState, type ComponentProps } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Failure } from '#browser/outcome.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { Tabs } from '../ui/tabs/Tabs.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { BookmarkedChapters, OpenedChapters, WithdrawnChapters } from './ChapterLists.tsx';
import { FollowedAuthors } from './FollowedAuthors.tsx';
import { LibraryFailure } from './LibraryFailure.tsx';
import { loadFollowed, loadLibrary } from './load-library.ts';
import { NovelList } from './NovelList.tsx';
import {
  keepInAddress,
  sectionInAddress,
  sectionKeys,
  sectionLabel,
  statusOf,
} from './sections.ts';
import type { Section } from './sections.ts';
import { findNovels, type Tools } from './shelves.ts';
import {
  useChanges,
  useLoadedChanged,
  withChange,
  withChanges,
  type MadeChanges,
} from './use-changes.ts';
import styles from './member-library.css?inline';

adoptStyles(styles);

/** The library of a signed-in user, in sections; the address names the open one. */
export function MemberLibrary() {
  const made = useChanges();
  const { settle } = made;
  const [loaded, loadAgain] = useLoadedChanged(loadLibrary, made);
  const [section, setSection] = useState(sectionInAddress);
  const [tools, setTools] = useState<Tools>({ text: '', sort: 'recent' });
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const follow = () => {
      setSection(sectionInAddress());
      settle();
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [settle]);
  if (loaded.kind === 'loading') return <Spinner label="Chargement..." />;
  if (loaded.kind === 'failed') {
    return <LibraryFailure failure={loaded.failure} onRetry={loadAgain} />;
  }
  const { list, changes, settled } = loaded.data;
  const novels = withChanges(list, settled);
  const found = findNovels(novels, tools.text);
  const listProps = { tools, onTools: setTools, onChange: made.change, onFailure: setFailure };
  const choose = (key: Section) => {
    setSection(key);
    settle();
    keepInAddress(key);
  };
  const drawSection = (key: Section) => {
    if (key === 'favoris') return <Favorites {...listProps} made={made} />;
    if (key === 'marque-pages') return <BookmarkedChapters />;
    if (key === 'historique') return <OpenedChapters />;
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
  const { list, changes, settled } = loaded.data;
  return (
    <>
      <FollowedAuthors authors={list.authors} onFailure={props.onFailure} />
      <NovelList
        {...props}
        changes={changes}
        section="favoris"
        novels={list.novels.map((novel) => withChange(novel, settled))}
      />
    </>
  );
}
