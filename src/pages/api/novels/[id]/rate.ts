import { rateNovel } from '../../../../lib/shared/contracts/novels.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { ratingAverage } from '../../../../lib/server/catalogue/novels.ts';
import * as ratings from '../../../../lib/server/community/ratings.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const POST = endpoint(rateNovel, requireUser, async ({ app, caller, params, body }) => {
  const given = { userId: caller.user.id, novelId: params.id, rating: body.rating };
  const sum = await ratings.rateNovel(app, given);
  if (!sum) return refuse('NOT_FOUND', messages.novelMissing);
  return { ratingAvg: ratingAverage(sum) ?? body.rating, ratingCount: sum.ratingCount };
});
