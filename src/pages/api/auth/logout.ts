import { logout } from '../../../lib/shared/contracts/auth.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';
import { endSession } from '../../../lib/server/identity/sessions.ts';

export const POST = endpoint(logout, requireUser, async ({ app, caller }) => {
  await endSession(app, caller.user.id, caller.sessionId);
  return { success: true as const };
});
