import { changeChapters } from '#shared/contracts/studio-batch.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { changeChapters as change } from '#server/publishing/studio/change-chapters.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';

export const POST = endpoint(
  changeChapters,
  [requireUser, onNovel('seeDrafts')],
  ({ app, caller, params, body }) => change(app, caller.user, params.id, body),
);
