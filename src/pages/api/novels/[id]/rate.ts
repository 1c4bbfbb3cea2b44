import { rateNovel } from '#shared/contracts/novels.ts';
import { messages } from '#shared/messages.ts';
import { onPublicNovel, ratingAverage } from '#server/catalogue/novels.ts';
import * as ratings from '#server/community/ratings.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const POST = endpoint(
  rateNovel,
  [requireUser, onPublicNovel],
  async ({ app, caller, params, body }) => {
    const given = { userId: caller.user.id, novelId: params.id, rating: body.rating };
    const sum = await ratings.rateNovel(app, given);
    if (!sum) return refuse('NOT_FOUND', messages.novelMissing);
    return { ratingAvg: ratingAverage(sum) ?? body.rating, ratingCount: sum.ratingCount };
  },
);
