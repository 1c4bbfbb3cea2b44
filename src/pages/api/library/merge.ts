import { mergeReading } from '#shared/contracts/library.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as library from '#server/library/merge-reading.ts';

export const POST = endpoint(mergeReading, requireUser, async ({ app, caller, body }) => {
  await library.mergeReading(app, caller.user.id, body.readings);
  return {};
});
