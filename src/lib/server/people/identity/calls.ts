import {
  logout,
  getPreferences,
  updatePreferences,
  resumeSession,
  endSession,
  endAllSessions,
  listSessions,
  getCsrfToken,
} from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '../protection/endpoint.ts';
import { requireUser, anyone } from './guards.ts';
import { clearBrowserCookies, readBrowserSecret, signedInCookie } from './browser-secret.ts';
import * as sessions from './sessions.ts';
import { endSessionsInBrowser, resumeToken } from './sessions.ts';
import { saveReaderPreferences, toPreferencesBody } from './reader-preferences.ts';
import { refuse } from '#server/core/http/refusal.ts';

export const calls = [
  endpoint(logout, requireUser, async ({ app, caller, headers }) => {
    const { user, browserSecret } = caller;
    await endSessionsInBrowser(app, { userId: user.id, browserSecret });
    clearBrowserCookies(headers, app.config.siteUrl);
    return { success: true as const };
  }),

  endpoint(getPreferences, requireUser, ({ caller }) => toPreferencesBody(caller.user)),

  endpoint(updatePreferences, requireUser, ({ app, caller, body }) =>
    saveReaderPreferences(app, caller.user.id, body.preferences),
  ),

  endpoint(resumeSession, anyone, async ({ app, requestHeaders, headers }) => {
    const { siteUrl } = app.config;
    const secret = readBrowserSecret(requestHeaders, siteUrl);
    const token = secret === null ? null : await resumeToken(app, secret);
    if (token !== null) return { accessToken: token };
    // A browser that has no session is not to ask again.
    headers.append('set-cookie', signedInCookie(siteUrl, false));
    return refuse('SIGN_IN_REQUIRED', messages.signInRequired);
  }),

  endpoint(endSession, requireUser, async ({ app, caller, params }) => {
    const isTheirs = await sessions.endSession(app, caller.user.id, params.id);
    return isTheirs ? { success: true as const } : refuse('NOT_FOUND', messages.sessionMissing);
  }),

  endpoint(listSessions, requireUser, async ({ app, caller }) => {
    const rows = await sessions.listSessions(app, caller.user.id);
    return {
      sessions: rows.map(({ id, device, createdAt, lastUsedAt }) => ({
        id,
        device,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        isCurrent: id === caller.sessionId,
      })),
    };
  }),

  endpoint(endAllSessions, requireUser, async ({ app, caller, headers }) => {
    await sessions.endAllSessions(app, caller.user.id);
    clearBrowserCookies(headers, app.config.siteUrl);
    return { success: true as const };
  }),

  endpoint(getCsrfToken, anyone, ({ app, requestHeaders, headers }) => {
    const { csrfToken, setCookie } = app.csrfTokens.issue(requestHeaders, app.clock.now());
    headers.append('set-cookie', setCookie);
    return { csrfToken };
  }),
];
