import { getHeldWords, setHeldWords as setCall } from '#shared/contracts/studio-inbox.ts';
import { listHeldWords, setHeldWords } from '#server/community/held-words.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { findOwnNovel, onNovel } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(getHeldWords, requireUser, async ({ app, caller, params }) => {
  const novel = await findOwnNovel(app.db, caller.user, params.id, 'comments');
  return isRefusal(novel) ? novel : { words: await listHeldWords(app.db, novel.id) };
});

export const PUT = endpoint(
  setCall,
  [requireUser, onNovel('comments')],
  async ({ app, found: novel, body }) => ({
    words: await setHeldWords(app, novel.id, body.words),
  }),
);
