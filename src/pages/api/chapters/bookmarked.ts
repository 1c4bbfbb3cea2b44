import { listBookmarked } from '#shared/contracts/chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as bookmarks from '#server/reading/bookmarks.ts';

export const GET = endpoint(listBookmarked, requireUser, ({ app, caller }) =>
  bookmarks.listBookmarked(app.db, caller.user.id),
);
