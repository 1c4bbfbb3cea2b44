import { createCheckoutSession } from '../../../lib/shared/contracts/credits.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../lib/server/http/refusal.ts';
import { startCheckout } from '../../../lib/server/payments/start-checkout.ts';

export const POST = endpoint(createCheckoutSession, requireUser, async ({ app, caller, body }) => {
  const { planId: packId, billingInfo: buyer, withdrawalConsent, checkoutKey } = body;
  const order = { packId, buyer, withdrawalConsent, checkoutKey };
  const started = await startCheckout(app, caller.user, order);
  return isRefusal(started) ? started : { id: started.sessionId, url: started.url };
});
