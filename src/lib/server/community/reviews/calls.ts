import { answerReview, getOwnReview, saveReview, voteReview } from '#shared/contracts/reviews.ts';
import { messages } from '#shared/messages.ts';
import { isPublicNovel } from '#server/catalogue/novels.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import * as reviews from './write-review.ts';

export const calls = [
  endpoint(getOwnReview, requireUser, async ({ app, caller, params }) => {
    const [novel] = await app.db.select().from(novels).where(isPublicNovel(params.id));
    return novel
      ? reviews.readOwn(app, caller.user, novel)
      : refuse('NOT_FOUND', messages.novelMissing);
  }),

  endpoint(saveReview, [requireUser, reviews.onReviewedNovel], ({ app, caller, params, body }) =>
    reviews.saveReview(app, caller.user, params.id, body),
  ),

  endpoint(answerReview, [requireUser, reviews.onAnsweredReview], ({ app, caller, found, body }) =>
    reviews.saveAnswer(app, caller.user, found, body.text),
  ),

  endpoint(voteReview, [requireUser, reviews.onReview], ({ app, caller, found, body }) =>
    reviews.setUseful(app, caller.user.id, found, body.isUseful),
  ),
];
