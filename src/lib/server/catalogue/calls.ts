import { getNovel, listNovels, suggestNovels } from '#shared/contracts/novels.ts';
import { messages } from '#shared/messages.ts';
import { openNovel, listNewChapters, seeNewChapters } from '#shared/contracts/new-chapters.ts';
import { findNovel, toNovelBody, listNewestNovels } from '#server/catalogue/novels.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { anyone, requireUser } from '#server/people/identity/guards.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';
import * as newChapters from '#server/catalogue/new-chapters.ts';
import { cacheAnswer } from '#server/core/http/cached-answer.ts';
import { figuresTag } from '#server/core/pagecache/tags.ts';
import * as suggestions from '#server/catalogue/suggest-novels.ts';
import { encodeCursor, readCursor } from '#server/core/http/cursor.ts';

export const calls = [
  endpoint(getNovel, anyone, async ({ app, params, query, isCrossSite, ...viewer }) => {
    const novel = await findNovel(app.db, params.id);
    if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
    if (query.countView && !isCrossSite) app.views.count(novel.id, viewer, query.from);
    return toNovelBody(novel);
  }),

  endpoint(openNovel, requireUser, async ({ app, caller, params }) => {
    const opened = { userId: caller.user.id, novelId: params.id };
    return { isFollowed: await newChapters.openNovel(app, opened) };
  }),

  endpoint(listNovels, anyone, async ({ app, query: { cursor, limit } }) => {
    const after = readCursor(cursor);
    if (isRefusal(after)) return after;
    return cacheAnswer(app, `/api/novels?limit=${limit}&cursor=${cursor ?? ''}`, async () => {
      const { novels, next } = await listNewestNovels(app.db, { limit, after });
      return {
        body: { novels: novels.map(toNovelBody), nextCursor: next && encodeCursor(next) },
        // The list of the home page, with figures that the home page does not show.
        tags: ['home', ...novels.map(({ id }) => figuresTag(id))],
      };
    });
  }),

  endpoint(listNewChapters, requireUser, ({ app, caller }) =>
    newChapters.listNewChapters(app.db, caller.user.id),
  ),

  endpoint(seeNewChapters, requireUser, async ({ app, caller, body }) => {
    await newChapters.seeNewChapters(app, caller.user.id, new Date(body.until));
    return {};
  }),

  endpoint(suggestNovels, anyone, async ({ app, query: { q } }) =>
    cacheAnswer(app, `/api/novels/suggestions?q=${encodeURIComponent(q)}`, async () => ({
      body: { novels: await suggestions.suggestNovels(app.db, q) },
      tags: ['home'],
    })),
  ),
];
