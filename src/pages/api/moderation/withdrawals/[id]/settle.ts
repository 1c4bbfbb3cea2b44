import { settleTransfer } from '#shared/contracts/transfers.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findTransfer } from '#server/payments/list-transfers.ts';
import { onTransfer, settleTransfer as settle } from '#server/payments/settle-transfer.ts';

export const POST = endpoint(
  settleTransfer,
  [requireRole('admin'), onTransfer],
  async ({ app, caller, params, body }) => {
    const { reference, paidOn, amount: amountCents } = body;
    const transfer = { withdrawalId: params.id, reference, paidOn, amountCents };
    const refusal = await settle(app, { ...transfer, settledBy: caller.user.id });
    if (refusal) return refusal;
    const settled = await findTransfer(app.db, params.id);
    return settled ?? refuse('NOT_FOUND', messages.settlement.missing);
  },
);
