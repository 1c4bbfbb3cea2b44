import { paths } from '#shared/site/paths.ts';
import { KeepFocus } from '../ui/KeepFocus.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { Follow } from './Follow.tsx';
import { authorMeaning } from './meanings.ts';
import { MemberFollow } from './MemberFollow.tsx';

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
