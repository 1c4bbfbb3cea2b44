import { markInboxRead } from '#shared/contracts/studio-inbox.ts';
import { markRead } from '#server/community/inbox-acts.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';

export const POST = endpoint(markInboxRead, requireAuthor, async ({ app, caller, body }) => ({
  changed: await markRead(app, caller.user.id, body),
}));
