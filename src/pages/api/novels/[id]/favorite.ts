import { setFavorite } from '../../../../lib/shared/contracts/novels.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import * as favorites from '../../../../lib/server/community/favorites.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const POST = endpoint(setFavorite, requireUser, async ({ app, caller, params, body }) => {
  const mark = { userId: caller.user.id, novelId: params.id };
  const state = await favorites.setFavorite(app, mark, body.isFavorited);
  return state ?? refuse('NOT_FOUND', messages.novelMissing);
});
