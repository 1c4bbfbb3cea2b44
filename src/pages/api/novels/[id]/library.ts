import { getLibraryStatus, setLibraryStatus } from '#shared/contracts/library.ts';
import { messages } from '#shared/messages.ts';
import { onPublicNovel } from '#server/catalogue/novels.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { readNovelState } from '#server/library/read-novel-state.ts';
import * as library from '#server/library/set-status.ts';

export const GET = endpoint(getLibraryStatus, requireUser, async ({ app, caller, params }) => {
  const state = await readNovelState(app.db, caller.user.id, params.id);
  return state ?? refuse('NOT_FOUND', messages.novelMissing);
});

export const PUT = endpoint(
  setLibraryStatus,
  [requireUser, onPublicNovel],
  async ({ app, caller, params, body }) => {
    const ofNovel = { userId: caller.user.id, novelId: params.id };
    const state = await library.setLibraryStatus(app, ofNovel, body.status);
    return state ?? refuse('NOT_FOUND', messages.novelMissing);
  },
);
