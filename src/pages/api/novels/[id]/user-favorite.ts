import { getUserFavorite } from '../../../../lib/shared/contracts/novels.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { readFavorite } from '../../../../lib/server/community/favorites.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(getUserFavorite, requireUser, async ({ app, caller, params }) => {
  const favorite = await readFavorite(app.db, caller.user.id, params.id);
  return favorite ?? refuse('NOT_FOUND', messages.novelMissing);
});
