import { copyTextPicture } from '#shared/contracts/text-pictures.ts';
import { copyPicture } from '#server/publishing/studio/text-pictures.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { onChapter } from '#server/publishing/studio/own-work.ts';

export const POST = endpoint(
  copyTextPicture,
  [requireUser, onChapter('write')],
  ({ app, caller, params, body }) => copyPicture(app, caller.user, params.id, body.address),
);
