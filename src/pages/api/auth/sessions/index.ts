import { endAllSessions, listSessions } from '#shared/contracts/auth.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { clearBrowserCookies } from '#server/identity/browser-secret.ts';
import * as sessions from '#server/identity/sessions.ts';

export const GET = endpoint(listSessions, requireUser, async ({ app, caller }) => {
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
});

export const DELETE = endpoint(endAllSessions, requireUser, async ({ app, caller, headers }) => {
  await sessions.endAllSessions(app, caller.user.id);
  clearBrowserCookies(headers, app.config.siteUrl);
  return { success: true as const };
});
