import { getUserRating } from '../../../../lib/shared/contracts/novels.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { readRating } from '../../../../lib/server/community/ratings.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(getUserRating, requireUser, async ({ app, caller, params }) => {
  const rating = await readRating(app.db, caller.user.id, params.id);
  return rating === undefined ? refuse('NOT_FOUND', messages.novelMissing) : { rating };
});
