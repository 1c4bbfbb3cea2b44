import { listFollowedAuthors } from '#shared/contracts/authors.ts';
import { listFollows } from '#server/community/followed-authors.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const GET = endpoint(listFollowedAuthors, requireUser, ({ app, caller }) =>
  listFollows(app.db, caller.user.id),
);
