import { setFeatured } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { featureNovel, unfeatureNovel } from '#server/catalogue/featured.ts';
import { readStudioNovel } from '#server/publishing/studio/list-novels.ts';
import { findOwnNovel } from '#server/publishing/studio/own-work.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';

export const PUT = endpoint(
  setFeatured,
  requireRole('admin'),
  async ({ app, caller, params, body }) => {
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
    if (isRefusal(novel)) return novel;
    if (!body.isFeatured) await unfeatureNovel(app, novel);
    else if (!(await featureNovel(app, novel))) return refuse('NOT_FOUND', messages.novelMissing);
    return readStudioNovel(app.db, caller.user, novel.id);
  },
);
