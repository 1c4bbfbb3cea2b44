import * as calls from '#shared/contracts/studio-versions.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { onVersion, restoreVersion } from '#server/publishing/versions/versions.ts';

export const POST = endpoint(
  calls.restoreVersion,
  [requireUser, onVersion],
  ({ app, caller, params, body }) => restoreVersion(app, caller.user, params.id, body.version),
);
