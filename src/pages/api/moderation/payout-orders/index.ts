import { orderPayouts as orderPayoutsCall } from '#shared/contracts/pay.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { orderPayouts } from '#server/payouts/order-payouts.ts';

export const POST = endpoint(
  orderPayoutsCall,
  requireRole('admin'),
  async ({ app, caller, body }) => {
    const pays = body.pays.map(({ authorId, amount, accountUpdatedAt }) => ({
      ...{ authorId, amountCents: amount },
      accountUpdatedAt: new Date(accountUpdatedAt),
    }));
    const { executesOn } = body;
    const ordered = await orderPayouts(app, { pays, executesOn, createdBy: caller.user.id });
    return isRefusal(ordered) ? ordered : { _id: ordered };
  },
);
