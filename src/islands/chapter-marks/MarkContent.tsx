import { formatCount } from '#shared/site/formats.ts';
import { Icon } from '../ui/Icon.tsx';

/** Shared by the toggles and the links that replace them. */
export const markClass = 'control toggle';

/** Label of the like toggle, with its count unless zero. */
export function LikeContent({ likes }: { likes: number }) {
  return (
    <>
      <Icon shape="heart" />
      <span className="word">J’aime</span>{' '}
      <span className="mark-count">{likes > 0 && formatCount(likes)}</span>
    </>
  );
}

/** Label of the bookmark toggle. */
export function BookmarkContent() {
  return (
    <>
      <Icon shape="ribbon" />
      <span className="word">Marque-page</span>
    </>
  );
}
