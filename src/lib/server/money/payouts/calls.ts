import {
  getPay,
  getPayoutFile,
  orderPayouts as orderPayoutsCall,
  settlePayout as settlePayoutCall,
  removePayoutAccount,
  savePayoutAccount,
} from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/money/pay-messages.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireRole, requireUser } from '#server/people/identity/guards.ts';
import { readPay } from './read-pay.ts';
import { refuse, isRefusal } from '#server/core/http/refusal.ts';
import { findPayoutFile } from './payout-file.ts';
import { orderPayouts } from './order-payouts.ts';
import { onPayout, settlePayout } from './settle-payout.ts';
import { accountBody } from '../earnings/read-statements.ts';
import { removeAccount, saveAccount } from './payout-account.ts';

export const calls = [
  endpoint(getPay, requireRole('admin'), ({ app }) => readPay(app)),

  endpoint(getPayoutFile, requireRole('admin'), async ({ app, params }) => {
    const found = await findPayoutFile(app.db, params.id);
    if (!found) return refuse('NOT_FOUND', payMessages.orderMissing);
    return { file: Buffer.from(found.xml), type: 'application/xml', name: found.name };
  }),

  endpoint(orderPayoutsCall, requireRole('admin'), async ({ app, caller, body }) => {
    const pays = body.pays.map(({ authorId, amount, accountUpdatedAt }) => ({
      ...{ authorId, amountCents: amount },
      accountUpdatedAt: new Date(accountUpdatedAt),
    }));
    const { executesOn } = body;
    const ordered = await orderPayouts(app, { pays, executesOn, createdBy: caller.user.id });
    return isRefusal(ordered) ? ordered : { _id: ordered };
  }),

  endpoint(
    settlePayoutCall,
    [requireRole('admin'), onPayout],
    async ({ app, caller, params, body }) => {
      const settlement = { payoutId: params.id, outcome: body, settledBy: caller.user.id };
      const refusal = await settlePayout(app, settlement);
      return refusal ?? { done: true as const };
    },
  ),

  endpoint(savePayoutAccount, requireUser, async ({ app, caller, body }) => {
    const saved = await saveAccount(app, caller.user.id, body);
    return isRefusal(saved) ? saved : accountBody(saved);
  }),

  endpoint(removePayoutAccount, requireUser, async ({ app, caller }) => {
    await removeAccount(app.db, caller.user.id);
    return { removed: true as const };
  }),
];
