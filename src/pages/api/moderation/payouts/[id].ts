import { settlePayout as settlePayoutCall } from '#shared/contracts/pay.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { onPayout, settlePayout } from '#server/payouts/settle-payout.ts';

export const POST = endpoint(
  settlePayoutCall,
  [requireRole('admin'), onPayout],
  async ({ app, caller, params, body }) => {
    const settlement = { payoutId: params.id, outcome: body, settledBy: caller.user.id };
    const refusal = await settlePayout(app, settlement);
    return refusal ?? { done: true as const };
  },
);
