import { useUserKey } from '../ui/use-user-key.ts';
import { BookmarksToCome } from './BookmarksSection.tsx';
import { MemberBookmarks } from './MemberBookmarks.tsx';

/**
 * “Vos marque-pages” of somebody signed in with at least one (specification, section 2); nothing
 * for everybody else. Until the list is there an empty card keeps its room: the style sheet shows
 * it where the last visit left at least one bookmark.
 */
export function Bookmarks() {
  const member = useUserKey();
  if (member !== null) return <MemberBookmarks key={member} />;
  return <BookmarksToCome />;
}
