import { call } from '#browser/call.ts';
import type { BookmarkedChapterBody, listBookmarked } from '#shared/contracts/chapters.ts';
import { dataOr, useLoaded } from '../ui/use-loaded.ts';
import { BookmarkCard } from './BookmarkCard.tsx';
import { BookmarksSection, BookmarksToCome } from './BookmarksSection.tsx';

/** The bookmarks of a signed-in user; nothing if there are none, or they cannot be loaded. */
export function MemberBookmarks() {
  const [loaded] = useLoaded(load, { keepsLast: true, onReturn: true, logAs: 'bookmarks' });
  const chapters = dataOr(loaded, null, none);
  if (chapters === null) return <BookmarksToCome />;
  if (chapters.length === 0) return null;
  return (
    <BookmarksSection>
      {chapters.map((chapter) => (
        <BookmarkCard key={chapter._id} chapter={chapter} />
      ))}
    </BookmarksSection>
  );
}

const none: BookmarkedChapterBody[] = [];
const load = () => call<typeof listBookmarked>('GET', '/api/chapters/bookmarked');
