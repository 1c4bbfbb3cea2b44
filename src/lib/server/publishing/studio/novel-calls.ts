import {
  removeCover,
  setCover,
  setFeatured,
  deleteNovel,
  editNovel,
  getStudioNovel,
  createNovel,
  listStudioNovels,
} from '#shared/contracts/studio-novels.ts';
import { isAuthor } from '#shared/site/staff-powers.ts';
import { messages } from '#shared/messages.ts';
import * as studio from '#server/publishing/studio/list-novels.ts';
import { readStudioNovel } from '#server/publishing/studio/list-novels.ts';
import * as cover from '#server/publishing/studio/novel-cover.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser, requireRole, requireAuthor } from '#server/people/identity/guards.ts';
import { onNovel, findOwnNovel } from '#server/people/novel-powers/own-work.ts';
import { featureNovel, unfeatureNovel } from '#server/catalogue/featured.ts';
import { refuse, isRefusal } from '#server/core/http/refusal.ts';
import * as edit from '#server/publishing/studio/edit-novel.ts';
import { listUnannounced } from '#server/publishing/author-names.ts';
import { findNewStatement } from '#server/money/earnings/read-statements.ts';
import { encodeCursor, decodeCursor } from '#server/core/http/cursor.ts';

export const calls = [
  endpoint(
    setCover,
    [requireUser, onNovel('settings')],
    async ({ app, caller, params, query: crop, body: bytes }) => {
      const refusal = await cover.setCover(app, caller.user, params.id, { bytes, crop });
      return refusal ?? readStudioNovel(app.db, caller.user, params.id);
    },
  ),

  endpoint(removeCover, requireUser, async ({ app, caller, params }) => {
    const refusal = await cover.removeCover(app, caller.user, params.id);
    return refusal ?? readStudioNovel(app.db, caller.user, params.id);
  }),

  endpoint(
    setFeatured,
    [requireRole('admin'), onNovel('seeDrafts')],
    async ({ app, caller, found: novel, body }) => {
      if (!body.isFeatured) await unfeatureNovel(app, novel);
      else if (!(await featureNovel(app, novel))) return refuse('NOT_FOUND', messages.novelMissing);
      return readStudioNovel(app.db, caller.user, novel.id);
    },
  ),

  endpoint(getStudioNovel, requireUser, async ({ app, caller, params }) => {
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
    return isRefusal(novel) ? novel : readStudioNovel(app.db, caller.user, novel.id);
  }),

  endpoint(editNovel, [requireUser, onNovel('settings')], async ({ app, caller, params, body }) => {
    const refusal = await edit.editNovel(app, caller.user, params.id, body);
    return refusal ?? readStudioNovel(app.db, caller.user, params.id);
  }),

  endpoint(deleteNovel, requireUser, async ({ app, caller, params }) => {
    const refusal = await edit.deleteNovel(app, caller.user, params.id);
    return refusal ?? { success: true as const };
  }),

  endpoint(
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
      if (!isAuthor(caller.user.role) && !(await studio.isOnATeam(app.db, caller.user.id))) {
        return refuse('FORBIDDEN', messages.authorsOnly);
      }
      const newStatement = after === null ? await findNewStatement(app.db, caller.user) : null;
      return {
        novels,
        nextCursor: next && encodeCursor(next),
        newStatement,
        ...(after === null &&
          owner === 'me' && {
            unannounced: await listUnannounced(app.db, caller.user.id, app.clock.now()),
          }),
      };
    },
  ),

  endpoint(createNovel, requireAuthor, async ({ app, caller, body }) => {
    const id = await edit.createNovel(app, caller.user, body);
    return isRefusal(id) ? id : studio.readStudioNovel(app.db, caller.user, id);
  }),
];
