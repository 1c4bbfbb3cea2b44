import { openNovel } from '../../../../lib/shared/contracts/new-chapters.ts';
import * as newChapters from '../../../../lib/server/catalogue/new-chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';

export const PUT = endpoint(openNovel, requireUser, async ({ app, caller, params }) => {
  const opened = { userId: caller.user.id, novelId: params.id };
  return { isFavorited: await newChapters.openNovel(app, opened) };
});
