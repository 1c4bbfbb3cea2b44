import { useEffect, useState } from 'react';
import { call } from '../../lib/browser/call.ts';
import { logFailure } from '../../lib/browser/log-failure.ts';
import type { BookmarkedChapterBody, listBookmarked } from '../../lib/shared/contracts/chapters.ts';
import { BookmarkCard } from './BookmarkCard.tsx';
import { BookmarksSection, BookmarksToCome } from './BookmarksSection.tsx';

/** The bookmarks of somebody signed in; nothing where there are none, or they cannot be had. */
export function MemberBookmarks() {
  const chapters = useBookmarked();
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

/** Loads the list, and again when the page comes back from the browser's memory. Null meanwhile. */
function useBookmarked(): readonly BookmarkedChapterBody[] | null {
  const [chapters, setChapters] = useState<readonly BookmarkedChapterBody[] | null>(null);
  useEffect(() => {
    const load = async () => {
      const outcome = await call<typeof listBookmarked>('GET', '/api/chapters/bookmarked');
      if (outcome.ok) setChapters(outcome.data);
      else {
        logFailure('bookmarks', outcome);
        setChapters((before) => before ?? []);
      }
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void load();
    };
    void load();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
  return chapters;
}
