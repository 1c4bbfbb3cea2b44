import { takeNovel } from '#shared/contracts/leaving.ts';
import { endpoint } from '#server/protection/endpoint.ts';
import { requireAuthor } from '#server/identity/guards.ts';
import { takeOwnNovel } from '#server/publishing/leaving/take-novel.ts';

export const calls = [
  endpoint(takeNovel, requireAuthor, ({ app, caller, params, query }) =>
    takeOwnNovel(app, caller.user, params.id, query),
  ),
];
