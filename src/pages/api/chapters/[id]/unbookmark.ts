import { unbookmarkChapter } from '../../../../lib/shared/contracts/chapters.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';
import { setBookmark } from '../../../../lib/server/reading/bookmarks.ts';

export const PUT = endpoint(unbookmarkChapter, requireUser, async ({ app, caller, params }) => {
  const mark = { userId: caller.user.id, chapterId: params.id };
  const isThere = await setBookmark(app, mark, false);
  return isThere ? { bookmarkedBy: [] } : refuse('NOT_FOUND', messages.chapterMissing);
});
