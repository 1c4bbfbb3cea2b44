import { listTransactions } from '../../../../lib/shared/contracts/credits.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';
import { listTransactions as listOf } from '../../../../lib/server/payments/transactions.ts';

export const GET = endpoint(listTransactions, requireUser, ({ app, caller, params }) =>
  params.userId === caller.user.id
    ? listOf(app, caller.user.id)
    : refuse('FORBIDDEN', messages.forbidden),
);
