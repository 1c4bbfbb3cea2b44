import { formatCount } from '#shared/formats.ts';
import { Icon } from '../ui/Icon.tsx';

/** Of the toggles and of the links in their place. */
export const markClass = 'control toggle';

/** What the like's toggle shows: with its number, unless that is none. */
export function LikeContent({ likes }: { likes: number }) {
  return (
    <>
      <Icon shape="heart" />
      <span className="word">J’aime</span>{' '}
      <span className="mark-count">{likes > 0 && formatCount(likes)}</span>
    </>
  );
}

/** What the bookmark's toggle shows. */
export function BookmarkContent() {
  return (
    <>
      <Icon shape="ribbon" />
      <span className="word">Marque-page</span>
    </>
  );
}
