import { useCallback, useEffect } from 'react';
import { paths } from '#shared/site/paths.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import { call } from '#browser/call.ts';
import { getFollowedAuthor } from '#shared/contracts/authors.ts';
import { KeepFocus } from '../ui/KeepFocus.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';
import pressedStyles from '../ui/toggle-pressed.css?inline';
import { Follow } from './Follow.tsx';
import { authorMeaning } from './meanings.ts';
import { useNotices } from './Tell.tsx';
import { authorNotices } from './notice-calls.ts';
import { sendFollow } from './send-follow.ts';

/** The author or translator, by the address of their page. */
type Props = { slug: string };

/** Follows an author. Visitors, and users without JavaScript, get a link to the sign-in page. */
export function FollowAuthor({ slug }: Props) {
  const member = useUserKey();
  const login = paths.login({ returnPath: paths.author(slug), reason: 'connexion' });
  return (
    <KeepFocus>
      {member === null ? (
        <Follow control="follow" meaning={authorMeaning} login={login} />
      ) : (
        <MemberFollow key={member} slug={slug} />
      )}
    </KeepFocus>
  );
}

adoptStyles(pressedStyles);

type MemberFollowProps = { slug: string };

/** Whether a signed-in user follows an author, updated optimistically. */
function MemberFollow({ slug }: MemberFollowProps) {
  const follow = useOptimisticValue('follow', { initial: false, send: sendFollow(slug) });
  const { hydrate } = follow;
  const notices = useNotices(slug, authorNotices);
  const load = useCallback(() => call(getFollowedAuthor, { params: { slug } }), [slug]);
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
