import { removePayoutAccount, savePayoutAccount } from '#shared/contracts/pay.ts';
import { accountBody } from '#server/earnings/read-statements.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { removeAccount, saveAccount } from '#server/payouts/payout-account.ts';

export const PUT = endpoint(savePayoutAccount, requireUser, async ({ app, caller, body }) => {
  const saved = await saveAccount(app, caller.user.id, body);
  return isRefusal(saved) ? saved : accountBody(saved);
});

export const DELETE = endpoint(removePayoutAccount, requireUser, async ({ app, caller }) => {
  await removeAccount(app.db, caller.user.id);
  return { removed: true as const };
});
