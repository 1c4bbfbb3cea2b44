import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { isAuthor } from '#shared/site/staff-powers.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { RequireUser } from '../ui/RequireUser.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ButtonLink } from '../ui/button/Button.tsx';
import { IslandBoundary } from '../ui/island-client.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import './studio.css';
import { undoDeletion } from './batch/use-delayed-delete.ts';
import { $route } from './navigation.ts';
import { forgetNovel } from './novel-head/last-novel.ts';
import { NovelsScreen } from './NovelsScreen.tsx';
import { type Route, ownList } from './route.ts';
import { $newStatement } from './statements/new-statement.ts';
import { takeInvitationSecret } from './team/invitation-secret.ts';
import { fetchNovels } from './use-more-novels.ts';
import { AreaHead } from './AreaHead.tsx';
import { NovelScreenHead } from './novel-head/NovelScreenHead.tsx';
import { screenTitles, type NovelScreenName } from './novel-head/screen-titles.ts';
import { ScreenHead } from './ScreenHead.tsx';

const NovelFormScreen = lazy(() => import('./novel/NovelFormScreen.tsx'));
const ChaptersScreen = lazy(() => import('./chapters/ChaptersScreen.tsx'));
const EditorScreen = lazy(() => import('./editor/EditorScreen.tsx'));
const PreviewScreen = lazy(() => import('./preview/PreviewScreen.tsx'));
const VersionsScreen = lazy(() => import('./versions/VersionsScreen.tsx'));
const ImportScreen = lazy(() => import('./import/ImportScreen.tsx'));
const LeavingScreen = lazy(() => import('./leaving/LeavingScreen.tsx'));
const InboxScreen = lazy(() => import('./inbox/InboxScreen.tsx'));
const CommentRulesScreen = lazy(() => import('./inbox/CommentRulesScreen.tsx'));
const AnnouncementsScreen = lazy(() => import('./announcements/AnnouncementsScreen.tsx'));
const TeamScreen = lazy(() => import('./team/TeamScreen.tsx'));
const InvitationScreen = lazy(() => import('./team/InvitationScreen.tsx'));
const StatementsScreen = lazy(() => import('./statements/StatementsScreen.tsx'));
const FiguresScreen = lazy(() => import('./figures/FiguresScreen.tsx'));

/** The author's area (design section 11). The server authorizes. */
export function MyNovels() {
  // Before the sign-in page is given this address to return to.
  useLayoutEffect(takeInvitationSecret, []);
  return (
    <div className="studio-page">
      <RequireUser>{(user) => <Area key={user._id} user={user} />}</RequireUser>
    </div>
  );
}

function Area({ user }: { user: UserBody }) {
  const route = useStore($route);
  // What is of this user alone goes with them.
  useEffect(
    () => () => {
      forgetNovel();
      undoDeletion();
      $newStatement.set(null);
    },
    [],
  );
  if (!isAuthor(user.role) && route.screen !== 'invitation') {
    return (
      <OnATeam>
        <Screens route={route} user={user} />
      </OnATeam>
    );
  }
  return <Screens route={route} user={user} />;
}

/** A reader may use the author's area if they are a member of a novel (decision 86). */
function OnATeam({ children }: { children: ReactNode }) {
  const [novels, loadAgain] = useLoaded(fetchOwnNovels);
  if (novels.kind === 'loading') return <Spinner label="Chargement..." />;
  if (novels.kind === 'loaded') return children;
  const { error, message } = novels.failure;
  if (error !== 'FORBIDDEN') return <LoadFailure message={message} onRetry={loadAgain} />;
  return (
    <div className="notice" role="alert">
      <p>{messages.authorsOnly}</p>
      <ButtonLink href={paths.home}>Retour à l’accueil</ButtonLink>
    </div>
  );
}

const fetchOwnNovels = () => fetchNovels('me', '');

function Screens({ route, user }: { route: Route; user: UserBody }) {
  return (
    <div className={classesOf(route)}>
      <IslandBoundary
        key={route.screen === 'free-rules' ? 'chapters' : route.screen}
        head={<FailedHead route={route} user={user} />}
      >
        <Suspense
          fallback={
            <>
              <PendingHead route={route} user={user} />
              <Spinner label="Chargement..." />
            </>
          }
        >
          <Screen route={route} user={user} />
        </Suspense>
      </IslandBoundary>
    </div>
  );
}

/**
 * The screens about all novels have the page's heading, those about one chapter or one form a column
 * in the middle of the page; the lists of novels and of chapters use its width.
 */
function classesOf(route: Route): string {
  switch (route.screen) {
    case 'list':
      return 'studio';
    case 'chapters':
    case 'free-rules':
    case 'figures':
      return 'studio studio-screen';
    case 'statements':
      return 'studio studio-start';
    case 'inbox':
    case 'comment-rules':
      return route.novelId === null ? 'studio studio-start' : 'studio studio-screen studio-start';
    case 'new-novel':
    case 'import':
    case 'novel-form':
    case 'leaving':
    case 'announcements':
    case 'team':
      return 'studio studio-screen studio-start';
    default:
      return 'studio studio-screen studio-column';
  }
}

/** One screen per address: `key` discards the state of another novel or chapter. */
function Screen({ route, user }: { route: Route; user: UserBody }) {
  switch (route.screen) {
    case 'list':
      return <NovelsScreen key={route.owner + route.search} route={route} user={user} />;
    case 'new-novel':
      return <NovelFormScreen key="new" novelId={null} user={user} />;
    case 'novel-form':
      return <NovelFormScreen key={route.novelId} novelId={route.novelId} user={user} />;
    case 'chapters':
    case 'free-rules':
      return (
        <ChaptersScreen
          key={route.novelId}
          novelId={route.novelId}
          user={user}
          asksFreeRules={route.screen === 'free-rules'}
        />
      );
    case 'statements':
      return <StatementsScreen key="statements" month={route.month} user={user} />;
    case 'team':
      return <TeamScreen key={route.novelId} novelId={route.novelId} userId={user._id} />;
    case 'invitation':
      return <InvitationScreen key="invitation" user={user} />;
    case 'figures':
      return <FiguresScreen key={route.novelId} {...route} />;
    case 'leaving':
      return <LeavingScreen key={route.novelId} novelId={route.novelId} userId={user._id} />;
    case 'inbox':
      return <InboxScreen key={`${route.novelId} ${route.filter}`} {...route} user={user} />;
    case 'comment-rules':
      return <CommentRulesScreen key={route.novelId} {...route} user={user} />;
    case 'announcements':
      return <AnnouncementsScreen key={route.novelId} novelId={route.novelId} userId={user._id} />;
    case 'import':
      return <ImportScreen key={route.novelId} {...route} user={user} />;
    case 'editor':
      return <EditorScreen key={route.chapterId} {...route} userId={user._id} />;
    case 'versions':
      return <VersionsScreen key={route.chapterId} {...route} />;
    case 'preview':
      return <PreviewScreen key={route.chapterId} {...route} />;
  }
}

/** Titles of the screens without tabs, but for the list, which has the page's. */
const titles: Partial<Record<Route['screen'], string>> = {
  'new-novel': 'Nouveau roman',
  import: 'Importer un livre',
  editor: 'Chapitre',
  preview: 'Aperçu',
  versions: 'Versions',
  invitation: 'Invitation',
};

/** The head of a screen that has failed. */
function FailedHead({ route, user }: { route: Route; user: UserBody }) {
  const title = titles[route.screen];
  if (title === undefined) return <PendingHead route={route} user={user} />;
  return <ScreenHead title={title} trail={[{ to: ownList, label: 'Mes romans' }]} />;
}

/** The head of a screen whose code is not there yet; none for one without tabs. */
function PendingHead({ route, user }: { route: Route; user: UserBody }) {
  const { screen } = route;
  if (screen === 'statements') return <AreaHead user={user} screen={screen} />;
  if (!hasTabs(route)) return null;
  if (route.novelId !== null) {
    return <NovelScreenHead novelId={route.novelId} novel={null} screen={route.screen} />;
  }
  return route.screen === 'inbox' || route.screen === 'comment-rules' ? (
    <AreaHead user={user} screen={route.screen} />
  ) : null;
}

const hasTabs = (route: Route): route is Extract<Route, { screen: NovelScreenName }> =>
  route.screen in screenTitles;
