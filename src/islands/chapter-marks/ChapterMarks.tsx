import { useState, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { paths } from '#shared/site/paths.ts';
import { adoptStyles } from '#browser/adopt-styles.ts';
import type { Failure } from '#browser/outcome.ts';
import { formatCount } from '#shared/site/formats.ts';
import type { OptimisticValue } from '#browser/optimistic-value.ts';
import { drawEndActions } from '#browser/reader/end-actions.ts';
import { KeepFocus } from '../ui/KeepFocus.tsx';
import { useUserKey } from '../ui/use-user-key.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { useMarginNote } from '../reader/margin/use-margin-note.ts';
import { useTypoReport } from '../typo/use-typo-report.ts';
import pressedStyles from '../ui/toggle-pressed.css?inline';
import { Icon } from '../ui/Icon.tsx';
import { LibraryChoice } from '../novel-actions/LibraryChoice.tsx';
import { favoriteSubject, sendFavorite } from '../novel-actions/send-favorite.ts';
import { Button } from '../ui/button/Button.tsx';
import { useOptimisticValue } from '../ui/use-optimistic-value.ts';
import { useChapterMarks } from './use-chapter-marks.ts';

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

adoptStyles(pressedStyles);

/** `likes` is the count rendered into the page. */
type MemberMarksProps = { chapterId: string; likes: number };

/** Like, bookmark and favourite of a signed-in user, updated optimistically. */
function MemberMarks({ chapterId, likes }: MemberMarksProps) {
  const { like, bookmark, novel } = useChapterMarks(chapterId, likes);
  const typoReport = useTypoReport(chapterId);
  const marginNote = useMarginNote();
  const [libraryFailure, setLibraryFailure] = useState<Failure | null>(null);
  return (
    <>
      <button
        type="button"
        className={markClass}
        data-control="like"
        aria-pressed={like.shown}
        data-waiting={like.isWaiting || undefined}
        onClick={() => like.set(!like.shown)}
      >
        <LikeContent likes={like.count} />
      </button>
      <button
        type="button"
        className={markClass}
        data-control="bookmark"
        aria-pressed={bookmark.shown}
        data-waiting={bookmark.isWaiting || undefined}
        onClick={() => bookmark.set(!bookmark.shown)}
      >
        <BookmarkContent />
      </button>
      <EndActions like={like} novel={novel} onFailure={setLibraryFailure} />
      {typoReport}
      {marginNote}
      {/* Not in the bar, which hides. */}
      {createPortal(
        <ChangeFailure
          failure={like.failure ?? bookmark.failure ?? libraryFailure}
          isWaiting={like.isWaiting || bookmark.isWaiting}
        />,
        document.body,
      )}
    </>
  );
}

/** Shared by the toggles and the links that replace them. */
const markClass = 'control toggle';

/** Label of the like toggle, with its count unless zero. */
function LikeContent({ likes }: { likes: number }) {
  return (
    <>
      <Icon shape="heart" />
      <span className="word">J’aime</span>{' '}
      <span className="mark-count">{likes > 0 && formatCount(likes)}</span>
    </>
  );
}

/** Label of the bookmark toggle. */
function BookmarkContent() {
  return (
    <>
      <Icon shape="ribbon" />
      <span className="word">Marque-page</span>
    </>
  );
}

type EndActionsProps = {
  like: { shown: boolean; count: number; isWaiting: boolean } & Pick<
    OptimisticValue<boolean, unknown>,
    'set'
  >;
  /** The novel, and whether the reader follows it; null while that is not known. */
  novel: { id: string; isFollowed: boolean } | null;
  /** Called with why a change of the library was taken back. */
  onFailure: (failure: Failure) => void;
};

/**
 * Like, comments, “Suivre ce roman” and library of a signed-in reader, at the chapter's end
 * (`ChapterTurns.astro`).
 */
function EndActions({ like, novel, onFailure }: EndActionsProps) {
  // When the session ends, a visitor's links stand in their place.
  useEffect(() => drawEndActions, []);
  const place = document.querySelector('.end-actions');
  if (!place) return null;
  return createPortal(
    <div role="group" aria-label="Votre avis">
      <Button
        variant="quiet"
        className="toggle"
        aria-pressed={like.shown}
        data-waiting={like.isWaiting || undefined}
        onClick={() => like.set(!like.shown)}
      >
        <Icon shape="heart" />
        <span>{like.count > 0 ? `J’aime ${formatCount(like.count)}` : 'J’aime'}</span>
      </Button>
      <Button variant="quiet" className="toggle" data-panel="comments">
        <Icon shape="bubble" />
        Commenter
      </Button>
      {novel && !novel.isFollowed && <Follow novelId={novel.id} />}
      {novel && <LibraryChoice novelId={novel.id} onFailure={onFailure} isAtEnd />}
    </div>,
    place,
  );
}

function Follow({ novelId }: { novelId: string }) {
  const { shown, set, failure, isWaiting } = useOptimisticValue(
    'favourite',
    { initial: false, send: sendFavorite(novelId) },
    favoriteSubject(novelId),
  );
  return (
    <>
      <Button
        variant="quiet"
        className="toggle follow"
        aria-pressed={shown}
        data-waiting={isWaiting || undefined}
        onClick={() => set(!shown)}
      >
        {shown ? 'Roman suivi' : 'Suivre ce roman'}
      </Button>
      {createPortal(<ChangeFailure failure={failure} isWaiting={isWaiting} />, document.body)}
    </>
  );
}
