import { markInboxRead } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { markRead } from '#server/community/inbox-acts.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser, type Permit } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/identity/sessions.ts';
import { hasInbox } from '#server/publishing/team/membership.ts';

const onInbox: Permit<SignedIn, unknown> = async ({ app, caller }) =>
  (await hasInbox(app.db, caller.user)) || refuse('FORBIDDEN', messages.forbidden);

export const POST = endpoint(
  markInboxRead,
  [requireUser, onInbox],
  async ({ app, caller: { user }, body }) => ({ changed: await markRead(app, user, body) }),
);
