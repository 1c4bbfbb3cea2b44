import { listNewChapters } from '../../../../lib/shared/contracts/new-chapters.ts';
import * as newChapters from '../../../../lib/server/catalogue/new-chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';

export const GET = endpoint(listNewChapters, requireUser, ({ app, caller }) =>
  newChapters.listNewChapters(app.db, caller.user.id),
);
