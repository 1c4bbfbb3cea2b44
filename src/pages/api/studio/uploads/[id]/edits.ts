import { keepUploadEdits } from '#shared/contracts/studio-uploads.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';
import { keepEdits, onUpload } from '#server/publishing/studio/uploads.ts';

export const PUT = endpoint(
  keepUploadEdits,
  [requireAuthor, onUpload],
  async ({ app, caller, params, body }) =>
    (await keepEdits(app, caller.user.id, params.id, body.edits)) ?? { success: true as const },
);
