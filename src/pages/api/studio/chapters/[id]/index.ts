import { deleteChapter, getStudioChapter } from '#shared/contracts/studio-chapters.ts';
import * as arrange from '#server/publishing/studio/arrange-chapters.ts';
import { readOwnChapter } from '#server/publishing/studio/read-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const GET = endpoint(getStudioChapter, requireUser, ({ app, caller, params }) =>
  readOwnChapter(app.db, caller.user, params.id),
);

export const DELETE = endpoint(
  deleteChapter,
  requireUser,
  async ({ app, caller, params, query }) => {
    const onlyEmpty = query.onlyEmpty === 'true';
    const refusal = await arrange.deleteChapter(app, caller.user, params.id, { onlyEmpty });
    return refusal ?? { success: true as const };
  },
);
