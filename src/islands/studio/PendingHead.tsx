import type { UserBody } from '#shared/contracts/auth.ts';
import { AreaHead } from './AreaHead.tsx';
import { NovelScreenHead } from './novel-head/NovelScreenHead.tsx';
import { screenTitles, type NovelScreenName } from './novel-head/screen-titles.ts';
import type { Route } from './route.ts';

/** The head of a screen whose code is not there yet, or could not be loaded; none for one without tabs. */
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
