import { addTextPicture, listTextPictures } from '#shared/contracts/text-pictures.ts';
import { addPicture, listPictures } from '#server/publishing/studio/text-pictures.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { onChapter } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(listTextPictures, requireUser, ({ app, caller, params }) =>
  listPictures(app, caller.user, params.id),
);

export const POST = endpoint(
  addTextPicture,
  [requireUser, onChapter('write')],
  ({ app, caller, params, body }) => addPicture(app, caller.user, params.id, body),
);
