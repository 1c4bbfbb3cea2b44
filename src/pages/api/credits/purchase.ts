import { purchaseCredits } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import { findPack } from '#server/credits/packs.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import { startCheckout } from '#server/payments/start-checkout.ts';

export const POST = endpoint(purchaseCredits, requireUser, async ({ app, caller, body }) => {
  const { packageId, amount, billingInfo: buyer, withdrawalConsent, checkoutKey } = body;
  if (findPack(app.config, packageId)?.credits !== amount) {
    return refuse('MALFORMED', messages.packMissing, {
      errors: [{ field: 'packageId', message: messages.packMissing }],
    });
  }
  const order = { packId: packageId, buyer, withdrawalConsent, checkoutKey };
  const started = await startCheckout(app, caller.user, order);
  if (isRefusal(started)) return started;
  return { success: true as const, url: started.url, updatedCredits: caller.user.credits };
});
