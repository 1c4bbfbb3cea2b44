import {
  confirmUpload,
  saveUploadEdits,
  deleteUpload,
  getUpload,
  uploadBook,
} from '#shared/contracts/studio-uploads.ts';
import { messages } from '#shared/messages.ts';
import * as confirm from '#server/publishing/studio/confirm-upload.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireAuthor } from '#server/people/identity/guards.ts';
import * as uploads from '#server/publishing/studio/uploads.ts';
import { onUpload, keepEdits } from '#server/publishing/studio/uploads.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';

export const calls = [
  endpoint(confirmUpload, [requireAuthor, onUpload], ({ app, caller, params, body }) =>
    confirm.confirmUpload(app, caller.user, params.id, body),
  ),

  endpoint(
    saveUploadEdits,
    [requireAuthor, onUpload],
    async ({ app, caller, params, body }) =>
      (await keepEdits(app, caller.user.id, params.id, body.edits)) ?? { success: true as const },
  ),

  endpoint(getUpload, requireAuthor, async ({ app, caller, params }) => {
    const upload = await uploads.findUpload(app.db, caller.user.id, params.id, app.clock.now());
    if (!upload) return refuse('NOT_FOUND', messages.studio.uploadMissing);
    const book = await uploads.readUpload(app, upload);
    return isRefusal(book) ? book : uploads.toUploadBody(upload, book);
  }),

  endpoint(deleteUpload, requireAuthor, async ({ app, caller, params }) => {
    await uploads.deleteUpload(app.db, caller.user.id, params.id);
    return { success: true as const };
  }),

  endpoint(uploadBook, requireAuthor, ({ app, caller, query, body: bytes }) =>
    uploads.uploadBook(app, caller.user.id, { bytes, fileName: query.name }),
  ),
];
