import { listTransactions } from '#shared/contracts/credits.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { listTransactions as listOf } from '#server/payments/transactions.ts';

export const GET = endpoint(listTransactions, requireUser, ({ app, caller, params }) =>
  params.userId === caller.user.id
    ? listOf(app, caller.user.id)
    : refuse('FORBIDDEN', messages.forbidden),
);
