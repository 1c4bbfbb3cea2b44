import { decideReview } from '#shared/contracts/first-publication.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import * as review from '#server/publishing/review/decide.ts';

export const POST = endpoint(
  decideReview,
  [requireRole('admin'), review.onWaitingReview],
  ({ app, caller, params, body }) => review.decideReview(app, caller.user.id, params.id, body),
);
