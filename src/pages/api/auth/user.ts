import { getUser } from '../../../lib/shared/contracts/auth.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';
import { toUserBody } from '../../../lib/server/identity/user-body.ts';

export const GET = endpoint(getUser, requireUser, ({ app, caller }) =>
  toUserBody(app.db, caller.user),
);
