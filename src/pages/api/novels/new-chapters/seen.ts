import { seeNewChapters } from '#shared/contracts/new-chapters.ts';
import * as newChapters from '#server/catalogue/new-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const PUT = endpoint(seeNewChapters, requireUser, async ({ app, caller, body }) => {
  await newChapters.seeNewChapters(app, caller.user.id, new Date(body.until));
  return {};
});
