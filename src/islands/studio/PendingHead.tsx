import type { UserBody } from '#shared/contracts/auth.ts';
import { AreaHead } from './AreaHead.tsx';
import { NovelScreenHead } from './novel-head/NovelScreenHead.tsx';
import { screenTitles, type NovelScreenName } from './novel-head/screen-titles.ts';
import { ownList, type Route } from './route.ts';
import { ScreenHead } from './ScreenHead.tsx';

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
export function FailedHead({ route, user }: { route: Route; user: UserBody }) {
  const title = titles[route.screen];
  if (title === undefined) return <PendingHead {...{ route, user }} />;
  return <ScreenHead title={title} trail={[{ to: ownList, label: 'Mes romans' }]} />;
}

/** The head of a screen whose code is not there yet; none for one without tabs. */
export function PendingHead({ route, user }: { route: Route; user: UserBody }) {
  const { screen } = route;
  if (screen === 'statements') return <AreaHead {...{ user, screen }} />;
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
