import { getPayoutFile } from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/pay-messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findPayoutFile } from '#server/payouts/payout-file.ts';

export const GET = endpoint(getPayoutFile, requireRole('admin'), async ({ app, params }) => {
  const found = await findPayoutFile(app.db, params.id);
  if (!found) return refuse('NOT_FOUND', payMessages.orderMissing);
  return { file: Buffer.from(found.xml), type: 'application/xml', name: found.name };
});
