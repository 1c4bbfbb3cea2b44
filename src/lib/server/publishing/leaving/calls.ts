import { takeCopy, takeNovel } from '#shared/contracts/leaving.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireAuthor, requireUser } from '#server/people/identity/guards.ts';
import * as copy from '#server/publishing/leaving/take-copy.ts';
import { takeOwnNovel } from '#server/publishing/leaving/take-novel.ts';

export const calls = [
  endpoint(takeNovel, requireAuthor, ({ app, caller, params, query }) =>
    takeOwnNovel(app, caller.user, params.id, query),
  ),

  endpoint(takeCopy, requireUser, ({ app, caller, params }) =>
    copy.takeCopy(app, caller.user, params.id),
  ),
];
