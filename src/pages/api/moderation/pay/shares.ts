import { setShare as setShareCall } from '#shared/contracts/pay.ts';
import { setShare } from '#server/earnings/set-share.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';

export const POST = endpoint(setShareCall, requireRole('admin'), async ({ app, caller, body }) => {
  const refusal = await setShare(app, body, caller.user.id);
  return refusal ?? { done: true as const };
});
