import * as contracts from '#shared/contracts/studio-versions.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import {
  listVersions,
  compareVersion,
  onVersion,
  restoreVersion,
} from '#server/publishing/versions/versions.ts';
import { encodeCursor, readCursor } from '#server/core/http/cursor.ts';

export const calls = [
  endpoint(contracts.listVersions, requireUser, async ({ app, caller, params, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const page = await listVersions(app.db, caller.user, params.id, after);
    if (isRefusal(page)) return page;
    return { versions: page.versions, nextCursor: page.next && encodeCursor(page.next) };
  }),

  endpoint(contracts.compareVersion, requireUser, ({ app, caller, params, query }) =>
    compareVersion(app, caller.user, params.id, query.against),
  ),

  endpoint(contracts.restoreVersion, [requireUser, onVersion], ({ app, caller, params, body }) =>
    restoreVersion(app, caller.user, params.id, body.version),
  ),
];
