import { ChangeFailure } from '../ui/ChangeFailure.tsx';
import { BookmarkContent, LikeContent, markClass } from './MarkContent.tsx';
import { useChapterMarks } from './use-chapter-marks.ts';

/** `likes` is the count rendered into the page. */
type Props = { chapterId: string; likes: number };

/** Like and bookmark of a signed-in user, updated optimistically. */
export function MemberMarks({ chapterId, likes }: Props) {
  const { like, bookmark } = useChapterMarks(chapterId, likes);
  return (
    <>
      <button
        type="button"
        className={markClass}
        data-control="like"
        aria-pressed={like.shown}
        onClick={() => like.set(!like.shown)}
      >
        <LikeContent likes={like.count} />
      </button>
      <button
        type="button"
        className={markClass}
        data-control="bookmark"
        aria-pressed={bookmark.shown}
        onClick={() => bookmark.set(!bookmark.shown)}
      >
        <BookmarkContent />
      </button>
      <ChangeFailure failure={like.failure ?? bookmark.failure} />
    </>
  );
}
