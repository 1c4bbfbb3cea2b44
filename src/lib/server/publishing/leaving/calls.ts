import { takeNovel } from '#shared/contracts/leaving.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireAuthor } from '#server/people/identity/guards.ts';
import { takeOwnNovel } from '#server/publishing/leaving/take-novel.ts';

export const calls = [
  endpoint(takeNovel, requireAuthor, ({ app, caller, params, query }) =>
    takeOwnNovel(app, caller.user, params.id, query),
  ),
];
