import { listWithdrawn } from '#shared/contracts/library.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import * as library from '#server/library/list-history.ts';

export const GET = endpoint(listWithdrawn, requireUser, ({ app, caller }) =>
  library.listWithdrawn(app.db, caller.user.id),
);
