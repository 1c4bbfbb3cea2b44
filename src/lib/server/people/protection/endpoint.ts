import type { App } from '#server/app.ts';
import { createEndpoint } from '#server/core/http/endpoint.ts';
import type { RequestHeaders } from '#server/core/http/to-request.ts';
import { readBrowserSecret } from '../identity/browser-secret.ts';
import { findSession, type FoundSession } from '../identity/sessions.ts';
import { findAccessLock, refuseWhileLocked } from './access-lock.ts';
import { readLockCookie } from './lock-cookie.ts';
import { answererOf, lockSubjects, type LockSubject } from './lock-subjects.ts';

/** Makes the row of a call (`createEndpoint`), with our sessions and access locks. */
export const endpoint = createEndpoint<FoundSession<LockSubject>, LockSubject>({
  readSession: async ({ config, ...app }, headers, subjectsOf) => {
    const token = headers.get('x-auth-token');
    if (token === null || token === '') return null;
    return findSession(app, token, readBrowserSecret(headers, config.siteUrl), subjectsOf);
  },
  userIdOf: ({ user }) => user.id,
  readSubjects: ({ config, clock }: App, headers: RequestHeaders, known) => {
    const cookieLock = readLockCookie(headers.get('cookie'), config, clock.now());
    return lockSubjects({
      ...known,
      browserSecret: readBrowserSecret(headers, config.siteUrl),
      cookieLock: cookieLock?.subject ?? null,
    });
  },
  answererOf,
  refuseWhileLocked: async (app, { session, subjects }, both) => {
    const lock = session ? session.lock : await findAccessLock(app.db, subjects, app.clock.now());
    return refuseWhileLocked(app, lock, both);
  },
});
