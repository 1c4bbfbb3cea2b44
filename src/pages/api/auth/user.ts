import { getUser } from '#shared/contracts/auth.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { toUserBody } from '#server/identity/user-body.ts';

export const GET = endpoint(getUser, requireUser, ({ app, caller }) =>
  toUserBody(app.db, caller.user),
);
