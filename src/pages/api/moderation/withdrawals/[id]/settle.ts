import { settleTransfer } from '../../../../../lib/shared/contracts/transfers.ts';
import { messages } from '../../../../../lib/shared/messages.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireRole } from '../../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../../lib/server/http/refusal.ts';
import { findTransfer } from '../../../../../lib/server/payments/list-transfers.ts';
import { settleTransfer as settle } from '../../../../../lib/server/payments/settle-transfer.ts';

export const POST = endpoint(
  settleTransfer,
  requireRole('admin'),
  async ({ app, caller, params, body }) => {
    const { reference, paidOn, amount: amountCents } = body;
    const transfer = { withdrawalId: params.id, reference, paidOn, amountCents };
    const refusal = await settle(app, { ...transfer, settledBy: caller.user.id });
    if (refusal) return refusal;
    const settled = await findTransfer(app.db, params.id);
    return settled ?? refuse('NOT_FOUND', messages.settlement.missing);
  },
);
