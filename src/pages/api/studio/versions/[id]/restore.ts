import * as calls from '#shared/contracts/studio-versions.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { restoreVersion } from '#server/publishing/versions/versions.ts';

export const POST = endpoint(calls.restoreVersion, requireUser, ({ app, caller, params, body }) =>
  restoreVersion(app, caller.user, params.id, body.version),
);
