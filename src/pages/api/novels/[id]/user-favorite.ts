import { getUserFavorite } from '#shared/contracts/novels.ts';
import { messages } from '#shared/messages.ts';
import { readFavorite } from '#server/community/favorites.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const GET = endpoint(getUserFavorite, requireUser, async ({ app, caller, params }) => {
  const favorite = await readFavorite(app.db, caller.user.id, params.id);
  return favorite ?? refuse('NOT_FOUND', messages.novelMissing);
});
