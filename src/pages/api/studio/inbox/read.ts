import { markInboxRead } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { markRead } from '#server/community/inbox-acts.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { hasInbox } from '#server/publishing/team/membership.ts';

export const POST = endpoint(markInboxRead, requireUser, async ({ app, caller: { user }, body }) =>
  (await hasInbox(app.db, user))
    ? { changed: await markRead(app, user, body) }
    : refuse('FORBIDDEN', messages.forbidden),
);
