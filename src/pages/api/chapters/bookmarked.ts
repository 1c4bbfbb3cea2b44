import { listBookmarked } from '../../../lib/shared/contracts/chapters.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';
import * as bookmarks from '../../../lib/server/reading/bookmarks.ts';

export const GET = endpoint(listBookmarked, requireUser, ({ app, caller }) =>
  bookmarks.listBookmarked(app.db, caller.user.id),
);
