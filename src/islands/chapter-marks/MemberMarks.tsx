import { adoptStyles } from '#browser/adopt-styles.ts';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Failure } from '#browser/outcome.ts';
import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { BookmarkContent, LikeContent, markClass } from './MarkContent.tsx';
import { EndActions } from './EndActions.tsx';
import { useTypoReport } from '../typo/use-typo-report.ts';
import { useChapterMarks } from './use-chapter-marks.ts';
import pressedStyles from '../ui/toggle-pressed.css?inline';

adoptStyles(pressedStyles);

/** `likes` is the count rendered into the page. */
type Props = { chapterId: string; likes: number };

/** Like, bookmark and favourite of a signed-in user, updated optimistically. */
export function MemberMarks({ chapterId, likes }: Props) {
  const { like, bookmark, novel } = useChapterMarks(chapterId, likes);
  const typoReport = useTypoReport(chapterId);
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
      <EndActions {...{ like, novel }} onFailure={setLibraryFailure} />
      {typoReport}
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
