import {
  bookmarkChapter,
  getChapterInfo,
  getOwnView,
  unbookmarkChapter,
  listBookmarked,
} from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { getPlace, setPlace } from '#shared/contracts/places.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser, anyone } from '#server/http/guards.ts';
import { refuse, isRefusal } from '#server/http/refusal.ts';
import * as bookmarks from '#server/reading/bookmarks.ts';
import { setBookmark } from '#server/reading/bookmarks.ts';
import { findChapter } from '#server/catalogue/chapters.ts';
import { readChapterInfo } from '#server/reading/chapter-info.ts';
import { toPreferencesBody } from '#server/identity/reader-preferences.ts';
import { toUserBody } from '#server/identity/user-body.ts';
import { ownPlace, readPlace, onPlace, savePlace } from '#server/reading/places.ts';

export const calls = [
  endpoint(bookmarkChapter, requireUser, async ({ app, caller, params }) => {
    const mark = { userId: caller.user.id, chapterId: params.id };
    const isThere = await setBookmark(app, mark, true);
    return isThere
      ? { bookmarkedBy: [caller.user.id] }
      : refuse('NOT_FOUND', messages.chapterMissing);
  }),

  endpoint(getChapterInfo, anyone, async ({ app, caller, params }) => {
    const place = await findChapter(app.db, params.id, caller?.user.id);
    return place
      ? readChapterInfo(app, place, caller)
      : refuse('NOT_FOUND', messages.chapterMissing);
  }),

  endpoint(getOwnView, requireUser, async ({ app, caller, params }) => {
    const chapter = await findChapter(app.db, params.id, caller.user.id);
    if (!chapter) return refuse('NOT_FOUND', messages.chapterMissing);
    const readOwnPlace = async () => {
      const owner = await ownPlace(app, chapter, caller);
      return isRefusal(owner) ? null : readPlace(app.db, owner);
    };
    const [user, info, place] = await Promise.all([
      toUserBody(app.db, caller.user),
      readChapterInfo(app, chapter, caller),
      readOwnPlace(),
    ]);
    return { user, info, place, preferences: toPreferencesBody(caller.user) };
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
