import { createNovel, listStudioNovels } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { decodeCursor, encodeCursor } from '#server/catalogue/novels.ts';
import { listUnannounced } from '#server/publishing/author-names.ts';
import * as edit from '#server/publishing/studio/edit-novel.ts';
import * as studio from '#server/publishing/studio/list-novels.ts';
import { findNewStatement } from '#server/earnings/read-statements.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor, requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';

export const GET = endpoint(
  listStudioNovels,
  requireUser,
  async ({ app, caller, query: { owner, search, cursor } }) => {
    const after = cursor === undefined ? null : decodeCursor(cursor);
    if (cursor !== undefined && after === null) {
      const errors = [{ field: 'cursor', message: 'Ce curseur n’est pas de nous.' }];
      return refuse('MALFORMED', messages.malformed, { errors });
    }
    const wanted = { owner, search, after };
    const { novels, next } = await studio.listStudioNovels(app.db, caller.user, wanted);
    if (caller.user.role === 'reader' && !(await studio.isOnATeam(app.db, caller.user.id))) {
      return refuse('FORBIDDEN', messages.authorsOnly);
    }
    const newStatement = after === null ? await findNewStatement(app.db, caller.user) : null;
    return {
      ...{ novels, nextCursor: next && encodeCursor(next), newStatement },
      ...(after === null &&
        owner === 'me' && {
          unannounced: await listUnannounced(app.db, caller.user.id, app.clock.now()),
        }),
    };
  },
);

export const POST = endpoint(createNovel, requireAuthor, async ({ app, caller, body }) => {
  const id = await edit.createNovel(app, caller.user, body);
  return isRefusal(id) ? id : studio.readStudioNovel(app.db, caller.user, id);
});
