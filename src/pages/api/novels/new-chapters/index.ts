import { listNewChapters } from '#shared/contracts/new-chapters.ts';
import * as newChapters from '#server/catalogue/new-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const GET = endpoint(listNewChapters, requireUser, ({ app, caller }) =>
  newChapters.listNewChapters(app.db, caller.user.id),
);
