import { unlikeChapter } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { setLike } from '#server/community/likes.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const PUT = endpoint(unlikeChapter, requireUser, async ({ app, caller, params }) => {
  const mark = { userId: caller.user.id, chapterId: params.id };
  const likes = await setLike(app, mark, false);
  if (likes === null) return refuse('NOT_FOUND', messages.chapterMissing);
  return { likes, likedBy: [] };
});
