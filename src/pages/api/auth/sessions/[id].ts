import { endSession } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import * as sessions from '#server/identity/sessions.ts';

export const DELETE = endpoint(endSession, requireUser, async ({ app, caller, params }) => {
  const isTheirs = await sessions.endSession(app, caller.user.id, params.id);
  return isTheirs ? { success: true as const } : refuse('NOT_FOUND', messages.sessionMissing);
});
