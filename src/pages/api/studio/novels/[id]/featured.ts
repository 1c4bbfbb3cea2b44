import { setFeatured } from '#shared/contracts/studio-novels.ts';
import { messages } from '#shared/messages.ts';
import { featureNovel, unfeatureNovel } from '#server/catalogue/featured.ts';
import { readStudioNovel } from '#server/publishing/studio/list-novels.ts';
import { onNovel } from '#server/publishing/studio/own-work.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const PUT = endpoint(
  setFeatured,
  [requireRole('admin'), onNovel('seeDrafts')],
  async ({ app, caller, found: novel, body }) => {
    if (!body.isFeatured) await unfeatureNovel(app, novel);
    else if (!(await featureNovel(app, novel))) return refuse('NOT_FOUND', messages.novelMissing);
    return readStudioNovel(app.db, caller.user, novel.id);
  },
);
