import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { changeChapters as change } from '#server/publishing/studio/change-chapters.ts';

export const POST = endpoint(changeChapters, requireUser, ({ app, caller, params, body }) =>
  change(app, caller.user, params.id, body),
);
