import { deleteUpload, getUpload } from '#shared/contracts/studio-uploads.ts';
import { messages } from '#shared/messages.ts';
import * as uploads from '#server/publishing/studio/uploads.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';

export const GET = endpoint(getUpload, requireAuthor, async ({ app, caller, params }) => {
  const upload = await uploads.findUpload(app.db, caller.user.id, params.id, app.clock.now());
  if (!upload) return refuse('NOT_FOUND', messages.studio.uploadMissing);
  const book = await uploads.readUpload(app, upload);
  return isRefusal(book) ? book : uploads.toUploadBody(upload, book);
});

export const DELETE = endpoint(deleteUpload, requireAuthor, async ({ app, caller, params }) => {
  await uploads.deleteUpload(app.db, caller.user.id, params.id);
  return { success: true as const };
});
