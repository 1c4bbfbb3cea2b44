import { getBillingInfo } from '../../../lib/shared/contracts/credits.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';
import { findLastBilling } from '../../../lib/server/payments/transactions.ts';

export const GET = endpoint(getBillingInfo, requireUser, async ({ app, caller }) => ({
  billingInfo: await findLastBilling(app.db, caller.user.id),
}));
