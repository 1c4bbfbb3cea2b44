import { getBillingInfo } from '#shared/contracts/credits.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { findLastBilling } from '#server/payments/transactions.ts';

export const GET = endpoint(getBillingInfo, requireUser, async ({ app, caller }) => ({
  billingInfo: await findLastBilling(app.db, caller.user.id),
}));
