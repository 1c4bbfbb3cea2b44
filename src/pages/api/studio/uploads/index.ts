import { uploadBook } from '../../../../lib/shared/contracts/studio-uploads.ts';
import * as uploads from '../../../../lib/server/publishing/studio/uploads.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireAuthor } from '../../../../lib/server/http/guards.ts';

export const POST = endpoint(uploadBook, requireAuthor, ({ app, caller, query, body: bytes }) =>
  uploads.uploadBook(app, caller.user.id, { bytes, fileName: query.name }),
);
