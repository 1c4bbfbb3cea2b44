import { getUserRating } from '#shared/contracts/novels.ts';
import { messages } from '#shared/messages.ts';
import { readRating } from '#server/community/ratings.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const GET = endpoint(getUserRating, requireUser, async ({ app, caller, params }) => {
  const rating = await readRating(app.db, caller.user.id, params.id);
  return rating === undefined ? refuse('NOT_FOUND', messages.novelMissing) : { rating };
});
