import { setChapterSettings } from '#shared/contracts/studio-chapters.ts';
import * as edit from '#server/publishing/studio/edit-chapters.ts';
import { readOwnChapter } from '#server/publishing/studio/read-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { onChapter } from '#server/publishing/studio/own-work.ts';

export const PUT = endpoint(
  setChapterSettings,
  [requireUser, onChapter('arrange')],
  async ({ app, caller, params, body }) => {
    const refusal = await edit.setChapterSettings(app, caller.user, params.id, body);
    return refusal ?? readOwnChapter(app.db, caller.user, params.id);
  },
);
