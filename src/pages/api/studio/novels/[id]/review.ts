import { getReview, submitForReview } from '#shared/contracts/first-publication.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as submissions from '#server/publishing/review/submissions.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(getReview, requireUser, ({ app, caller, params }) =>
  submissions.readReview(app.db, caller.user, params.id),
);

export const POST = endpoint(
  submitForReview,
  [requireUser, onNovel('publish')],
  ({ app, caller, params, body }) => submissions.submitForReview(app, caller.user, params.id, body),
);
