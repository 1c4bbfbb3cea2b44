import { useCallback, useEffect, useRef, type SubmitEvent } from 'react';
import { isAuthor } from '#shared/site/staff-powers.ts';
import { studioLimits } from '#shared/constants.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import type { UnannouncedNovel } from '#shared/contracts/author-names.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { TextField } from '../ui/field/TextField.tsx';
import { PageEnd } from '../ui/PageEnd.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/empty-state/EmptyState.tsx';
import { Notice } from '../ui/notice/Notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { draftsGone } from './chapters/empty-draft.ts';
import { AreaTabs } from './AreaHead.tsx';
import { goTo, hasNavigated } from './navigation.ts';
import { NovelRow } from './NovelRow.tsx';
import type { Route } from './route.ts';
import { $newStatement } from './statements/new-statement.ts';
import { StudioFailure } from './StudioFailure.tsx';
import { StudioLink } from './StudioLink.tsx';
import { fetchNovels, useMoreNovels, type NovelsPage } from './use-more-novels.ts';

type ListRoute = Extract<Route, { screen: 'list' }>;
type Props = { route: ListRoute; user: UserBody };

/** The user's own novels; for an admin also all novels, searchable. */
export function NovelsScreen({ route, user }: Props) {
  const { owner, search } = route;
  const load = useCallback(async () => {
    await draftsGone();
    return fetchNovels(owner, search);
  }, [owner, search]);
  const [novels, loadAgain] = useLoaded(load);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = 'Mes romans · Feuilleton';
    if (hasNavigated()) head.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (novels.kind === 'loaded') $newStatement.set(novels.data.newStatement);
  }, [novels]);
  const isSearchable = owner === 'all' || search !== '' || hasMore(novels);
  return (
    <>
      <div className="list-head" tabIndex={-1} ref={head} role="group" aria-label="Mes romans">
        <AreaTabs user={user} current={owner === 'me' ? 'own-novels' : 'all-novels'} />
        {/* Readers who work on a novel make none of their own. */}
        {isAuthor(user.role) && (
          <div className="list-acts">
            <StudioLink to={{ screen: 'new-novel' }} className="button">
              Nouveau roman
            </StudioLink>
            <StudioLink
              to={{ screen: 'import', novelId: null, uploadId: null }}
              className="button button-quiet"
            >
              Importer un livre
            </StudioLink>
          </div>
        )}
      </div>
      {novels.kind === 'loaded' && <Unannounced novels={novels.data.unannounced ?? []} />}
      {isSearchable && <Search route={route} />}
      {novels.kind === 'loading' && <Spinner label="Chargement des romans..." />}
      {novels.kind === 'failed' && (
        <StudioFailure
          failure={novels.failure}
          sentence={messages.novelsFailed}
          onRetry={loadAgain}
        />
      )}
      {novels.kind === 'loaded' && <NovelList first={novels.data} {...route} />}
    </>
  );
}

/** Which novels are not announced to who follows a name, of the user's or of theirs (decision 97). */
function Unannounced({ novels }: { novels: UnannouncedNovel[] }) {
  return novels.map(({ name, isOwn, novel }) => (
    <Notice key={`${novel.slug} ${name}`} kind="info">
      <span>
        {isOwn
          ? `Les lecteurs qui suivent ${name} ne sont pas prévenus de `
          : `Un autre compte publie sous le nom de ${name}\u00A0: `}
      </span>
      <a href={paths.novel(novel.slug)}>{novel.title}</a>
      <span>
        {isOwn
          ? '\u00A0: ce nom n’est pas celui de votre compte. S’il est le vôtre, écrivez-nous.'
          : '. Les lecteurs qui suivent ce nom n’en sont pas prévenus.'}
      </span>
    </Notice>
  ));
}

const hasMore = (loaded: { kind: string; data?: NovelsPage }): boolean =>
  loaded.data !== undefined && loaded.data.nextCursor !== null;

function Search({ route }: { route: ListRoute }) {
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget).get('recherche');
    void goTo({ ...route, search: typeof wanted === 'string' ? wanted.trim() : '' });
  };
  return (
    <form className="studio-search" role="search" onSubmit={onSubmit} noValidate>
      <TextField
        name="recherche"
        label="Titre ou auteur"
        type="search"
        defaultValue={route.search}
        maxLength={studioLimits.searchCharacters}
      />
      <Button type="submit" variant="quiet">
        Chercher
      </Button>
    </form>
  );
}

function NovelList({ first, owner, search }: { first: NovelsPage } & ListRoute) {
  const pages = useMoreNovels(first, owner, search);
  const { rows: novels, change } = pages;
  // One at a time: the one before gives way.
  const onFeatured = ({ _id: id, isFeatured }: StudioNovelBody) =>
    change((all) => all.map((novel) => ({ ...novel, isFeatured: novel._id === id && isFeatured })));
  if (novels.length === 0) return <Nothing search={search} />;
  return (
    <>
      <ul className="own-novels">
        {novels.map((novel) => (
          <li key={novel._id}>
            <NovelRow novel={novel} onFeatured={onFeatured} isOfAll={owner === 'all'} />
          </li>
        ))}
      </ul>
      <PageEnd pages={pages} failed={pages.failure?.message ?? ''} />
    </>
  );
}

function Nothing({ search }: { search: string }) {
  return (
    <EmptyState
      isAnnounced
      {...(search === ''
        ? {
            sentence: 'Aucun roman n’est rattaché à votre compte.',
            hint: 'Créez-en un et écrivez ici, ou importez un livre que vous avez déjà\u00A0: EPUB, Markdown ou texte.',
          }
        : { sentence: `Aucun roman ne répond à «\u00A0${search}\u00A0».` })}
    />
  );
}
