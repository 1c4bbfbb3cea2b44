import { setFavorite } from '#shared/contracts/novels.ts';
import { messages } from '#shared/messages.ts';
import { onPublicNovel } from '#server/catalogue/novels.ts';
import * as favorites from '#server/community/favorites.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const POST = endpoint(
  setFavorite,
  [requireUser, onPublicNovel],
  async ({ app, caller, params, body }) => {
    const mark = { userId: caller.user.id, novelId: params.id };
    const state = await favorites.setFavorite(app, mark, body.isFavorited);
    return state ?? refuse('NOT_FOUND', messages.novelMissing);
  },
);
