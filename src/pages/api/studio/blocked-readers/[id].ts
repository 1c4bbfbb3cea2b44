import { unblockReader as unblockCall } from '#shared/contracts/studio-inbox.ts';
import { unblockReader } from '#server/community/blocked-readers.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';

export const DELETE = endpoint(unblockCall, requireAuthor, async ({ app, caller, params }) => {
  await unblockReader(app, { authorId: caller.user.id, userId: params.id });
  return { isBlocked: false as const };
});
