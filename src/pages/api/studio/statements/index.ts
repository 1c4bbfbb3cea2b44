import { listStatements } from '#shared/contracts/pay.ts';
import { readOwnPay } from '#server/earnings/read-statements.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const GET = endpoint(listStatements, requireUser, ({ app, caller }) =>
  readOwnPay(app.db, caller.user),
);
