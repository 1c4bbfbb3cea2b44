import { getPaymentSession } from '#shared/contracts/credits.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { findPaymentResult } from '#server/payments/payment-result.ts';

export const GET = endpoint(getPaymentSession, requireUser, ({ app, caller, params }) =>
  findPaymentResult(app, caller.user.id, params.sessionId),
);
