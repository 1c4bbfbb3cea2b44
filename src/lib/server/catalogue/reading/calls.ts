import { bookmarkChapter, unbookmarkChapter, listBookmarked } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { getPlace, setPlace } from '#shared/contracts/places.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { refuse } from '#server/core/http/refusal.ts';
import * as bookmarks from './bookmarks.ts';
import { setBookmark } from './bookmarks.ts';
import { readPlace, onPlace, savePlace } from './places.ts';

export const calls = [
  endpoint(bookmarkChapter, requireUser, async ({ app, caller, params }) => {
    const mark = { userId: caller.user.id, chapterId: params.id };
    const isThere = await setBookmark(app, mark, true);
    return isThere
      ? { bookmarkedBy: [caller.user.id] }
      : refuse('NOT_FOUND', messages.chapterMissing);
  }),

  endpoint(getPlace, [requireUser, onPlace], ({ app, found: owner }) => readPlace(app.db, owner)),

  endpoint(setPlace, [requireUser, onPlace], async ({ app, found: owner, body }) => {
    const { isStale, current } = await savePlace(app, owner, body);
    return isStale ? refuse('PLACE_STALE', messages.placeStale, { details: { current } }) : current;
  }),

  endpoint(unbookmarkChapter, requireUser, async ({ app, caller, params }) => {
    const mark = { userId: caller.user.id, chapterId: params.id };
    const isThere = await setBookmark(app, mark, false);
    return isThere ? { bookmarkedBy: [] } : refuse('NOT_FOUND', messages.chapterMissing);
  }),

  endpoint(listBookmarked, requireUser, ({ app, caller }) =>
    bookmarks.listBookmarked(app.db, caller.user.id),
  ),
];
