import { paths } from '#shared/site/paths.ts';
import { ratingStars } from '#shared/site/rating.ts';
import { Follow } from '../follow/Follow.tsx';
import { novelMeaning } from '../follow/meanings.ts';
import { KeepFocus } from '../ui/KeepFocus.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { MemberActions } from './MemberActions.tsx';
import { starWords } from './words.ts';

/** Public data of the novel. */
type Props = {
  novelId: string;
  slug: string;
  /** Number of users who have the novel among their favourites. */
  favorites: number;
  /** What following it means. */
  meaning?: string;
};

/**
 * Favourite, rating and library of a novel. Anonymous visitors, and users without JavaScript, get links to the
 * sign-in page instead (specification, section 2).
 */
export function NovelActions(props: Props) {
  const member = useUserKey();
  return (
    <KeepFocus>
      {member === null ? <SignInLinks {...props} /> : <MemberActions key={member} {...props} />}
    </KeepFocus>
  );
}

function SignInLinks({ slug, meaning = novelMeaning }: Props) {
  const login = paths.login({ returnPath: paths.novel(slug), reason: 'connexion' });
  return (
    <>
      <Follow control="favorite" meaning={meaning} login={login} />
      <div className="rate" role="group" aria-label="Votre note">
        <span className="rate-label">Votre note</span>
        <span className="rate-stars">
          {ratingStars.map((star) => (
            <a
              key={star}
              className="rate-star"
              data-control={`star-${star}`}
              href={login}
              aria-label={starWords(star)}
            />
          ))}
        </span>
      </div>
      {/* Reserves the height of the library's select during hydration; hidden for visitors. */}
      <span className="library-choice" />
    </>
  );
}
