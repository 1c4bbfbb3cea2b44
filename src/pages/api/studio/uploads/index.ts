import { uploadBook } from '#shared/contracts/studio-uploads.ts';
import * as uploads from '#server/publishing/studio/uploads.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';

export const POST = endpoint(uploadBook, requireAuthor, ({ app, caller, query, body: bytes }) =>
  uploads.uploadBook(app, caller.user.id, { bytes, fileName: query.name }),
);
