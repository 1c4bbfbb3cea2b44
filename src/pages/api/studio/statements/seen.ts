import { seeStatement } from '#shared/contracts/pay.ts';
import * as statements from '#server/earnings/read-statements.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const PUT = endpoint(seeStatement, requireUser, async ({ app, caller, body }) => {
  await statements.seeStatement(app.db, caller.user.id, body.month);
  return {};
});
