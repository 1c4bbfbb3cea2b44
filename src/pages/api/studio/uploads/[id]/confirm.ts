import { confirmUpload } from '#shared/contracts/studio-uploads.ts';
import * as confirm from '#server/publishing/studio/confirm-upload.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';
import { onUpload } from '#server/publishing/studio/uploads.ts';

export const POST = endpoint(
  confirmUpload,
  [requireAuthor, onUpload],
  ({ app, caller, params, body }) => confirm.confirmUpload(app, caller.user, params.id, body),
);
