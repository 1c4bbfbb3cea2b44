import { closePayMonth } from '#shared/contracts/pay.ts';
import { payMessages } from '#shared/pay-messages.ts';
import { closeMonth } from '#server/earnings/close-month.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const POST = endpoint(closePayMonth, requireRole('admin'), async ({ app, body }) => {
  const closed = await closeMonth(app, body.month);
  if (closed === 'early') return refuse('PAYOUT_REFUSED', payMessages.monthEarly);
  if (closed === 'order') return refuse('PAYOUT_REFUSED', payMessages.monthOrder);
  return { done: true as const };
});
