import { getNovel } from '#shared/contracts/novels.ts';
import { messages } from '#shared/messages.ts';
import { findNovel, toNovelBody } from '#server/catalogue/novels.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const GET = endpoint(
  getNovel,
  anyone,
  async ({ app, params, query, isCrossSite, ...viewer }) => {
    const novel = await findNovel(app.db, params.id);
    if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
    if (query.countView && !isCrossSite) app.views.count(novel.id, viewer, query.from);
    return toNovelBody(novel);
  },
);
