import { saveCopy } from '../../../../../lib/shared/contracts/studio-chapters.ts';
import * as copy from '../../../../../lib/server/publishing/studio/chapter-copy.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireAuthor } from '../../../../../lib/server/http/guards.ts';

export const PUT = endpoint(saveCopy, requireAuthor, ({ app, caller, params, body }) =>
  copy.saveCopy(app, caller.user, params.id, body),
);
