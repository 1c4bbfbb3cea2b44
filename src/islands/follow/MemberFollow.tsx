import { useCallback, useEffect } from 'react';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import type { getFollowedAuthor } from '#shared/contracts/authors.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';
import { Follow } from './Follow.tsx';
import { useNotices } from './Tell.tsx';
import { authorMeaning } from './meanings.ts';
import { authorNotices } from './notice-calls.ts';
import { sendFollow } from './send-follow.ts';
import pressedStyles from '../ui/toggle-pressed.css?inline';

adoptStyles(pressedStyles);

type Props = { slug: string };

/** Whether a signed-in user follows an author, updated optimistically. */
export function MemberFollow({ slug }: Props) {
  const follow = useOptimisticValue('follow', { initial: false, send: sendFollow(slug) });
  const { hydrate } = follow;
  const notices = useNotices(slug, authorNotices);
  const load = useCallback(
    () => call<typeof getFollowedAuthor>('GET', '/api/authors/{slug}/follow', { params: { slug } }),
    [slug],
  );
  const own = dataOr(useLoaded(load, { logAs: 'own follow' })[0], null, null);
  useEffect(() => {
    if (own) hydrate(own.isFollowed);
  }, [own, hydrate]);
  return (
    <>
      <Follow
        control="follow"
        meaning={authorMeaning}
        isFollowed={follow.shown}
        onChange={follow.set}
        notices={notices}
      />
      <ChangeFailure failure={follow.failure} />
    </>
  );
}
