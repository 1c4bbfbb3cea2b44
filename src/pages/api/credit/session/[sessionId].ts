import { getPaymentSession } from '../../../../lib/shared/contracts/credits.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { findPaymentResult } from '../../../../lib/server/payments/payment-result.ts';

export const GET = endpoint(getPaymentSession, requireUser, ({ app, caller, params }) =>
  findPaymentResult(app, caller.user.id, params.sessionId),
);
