import { bookmarkChapter } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { setBookmark } from '#server/reading/bookmarks.ts';

export const PUT = endpoint(bookmarkChapter, requireUser, async ({ app, caller, params }) => {
  const mark = { userId: caller.user.id, chapterId: params.id };
  const isThere = await setBookmark(app, mark, true);
  return isThere
    ? { bookmarkedBy: [caller.user.id] }
    : refuse('NOT_FOUND', messages.chapterMissing);
});
