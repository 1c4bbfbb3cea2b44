import { seeNewChapters } from '../../../../lib/shared/contracts/new-chapters.ts';
import * as newChapters from '../../../../lib/server/catalogue/new-chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';

export const PUT = endpoint(seeNewChapters, requireUser, async ({ app, caller, body }) => {
  await newChapters.seeNewChapters(app, caller.user.id, new Date(body.until));
  return {};
});
