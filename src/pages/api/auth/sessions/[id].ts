import { endSession } from '../../../../lib/shared/contracts/auth.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';
import * as sessions from '../../../../lib/server/identity/sessions.ts';

export const DELETE = endpoint(endSession, requireUser, async ({ app, caller, params }) => {
  const isTheirs = await sessions.endSession(app, caller.user.id, params.id);
  return isTheirs ? { success: true as const } : refuse('NOT_FOUND', messages.sessionMissing);
});
