import * as calls from '#shared/contracts/studio-versions.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { compareVersion } from '#server/publishing/versions/versions.ts';

export const GET = endpoint(calls.compareVersion, requireUser, ({ app, caller, params, query }) =>
  compareVersion(app, caller.user, params.id, query.against),
);
