import { useUserKey } from '../ui/use-user-key.ts';
import { BookmarksToCome } from './BookmarksSection.tsx';
import { MemberBookmarks } from './MemberBookmarks.tsx';

/**
 * “Vos marque-pages” of a signed-in user with at least one (specification, section 2); renders nothing
 * for others. A placeholder card reserves the space while the list loads: the style sheet shows
 * it if the last visit had at least one bookmark.
 */
export function Bookmarks() {
  const member = useUserKey();
  if (member !== null) return <MemberBookmarks key={member} />;
  return <BookmarksToCome />;
}
