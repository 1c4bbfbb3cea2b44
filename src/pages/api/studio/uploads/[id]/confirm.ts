import { confirmUpload } from '../../../../../lib/shared/contracts/studio-uploads.ts';
import * as confirm from '../../../../../lib/server/publishing/studio/confirm-upload.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireAuthor } from '../../../../../lib/server/http/guards.ts';

export const POST = endpoint(confirmUpload, requireAuthor, ({ app, caller, params, body }) =>
  confirm.confirmUpload(app, caller.user, params.id, body),
);
