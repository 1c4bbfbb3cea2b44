import { createCheckoutSession } from '#shared/contracts/credits.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { startCheckout } from '#server/payments/start-checkout.ts';

export const POST = endpoint(createCheckoutSession, requireUser, async ({ app, caller, body }) => {
  const { planId: packId, billingInfo: buyer, withdrawalConsent, checkoutKey } = body;
  const order = { packId, buyer, withdrawalConsent, checkoutKey };
  const started = await startCheckout(app, caller.user, order);
  return isRefusal(started) ? started : { id: started.sessionId, url: started.url };
});
