import { saveCopy } from '#shared/contracts/studio-chapters.ts';
import * as copy from '#server/publishing/studio/chapter-copy.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { onChapter } from '#server/publishing/studio/own-work.ts';

export const PUT = endpoint(
  saveCopy,
  [requireUser, onChapter('write')],
  ({ app, caller, params, body }) => copy.saveCopy(app, caller.user, params.id, body),
);
