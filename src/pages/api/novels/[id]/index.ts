import { getNovel } from '../../../../lib/shared/contracts/novels.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { findNovel, toNovelBody } from '../../../../lib/server/catalogue/novels.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(
  getNovel,
  anyone,
  async ({ app, params, query, isCrossSite, ...viewer }) => {
    const novel = await findNovel(app.db, params.id);
    if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
    if (query.countView && !isCrossSite) app.views.count(novel.id, viewer);
    return toNovelBody(novel);
  },
);
