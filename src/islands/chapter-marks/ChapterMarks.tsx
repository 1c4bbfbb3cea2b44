import { paths } from '#shared/site/paths.ts';
import { KeepFocus } from '../ui/KeepFocus.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { BookmarkContent, LikeContent, markClass } from './MarkContent.tsx';
import { MemberMarks } from './MemberMarks.tsx';

/** Public data of the chapter. */
type Props = {
  chapterId: string;
  /** Number of likes. */
  likes: number;
};

/**
 * Like and bookmark of a chapter. Anonymous visitors, and users without JavaScript, get links to the
 * sign-in page instead.
 */
export function ChapterMarks(props: Props) {
  const member = useUserKey();
  return (
    <KeepFocus>
      {member === null ? <SignInLinks {...props} /> : <MemberMarks key={member} {...props} />}
    </KeepFocus>
  );
}

function SignInLinks({ chapterId, likes }: Props) {
  const login = paths.login({ returnPath: paths.chapter(chapterId), reason: 'connexion' });
  return (
    <>
      <a className={markClass} data-control="like" href={login}>
        <LikeContent likes={likes} />
      </a>
      <a className={markClass} data-control="bookmark" href={login}>
        <BookmarkContent />
      </a>
    </>
  );
}
