import { openNovel } from '#shared/contracts/new-chapters.ts';
import * as newChapters from '#server/catalogue/new-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const PUT = endpoint(openNovel, requireUser, async ({ app, caller, params }) => {
  const opened = { userId: caller.user.id, novelId: params.id };
  return { isFollowed: await newChapters.openNovel(app, opened) };
});
