import { logout } from '#shared/contracts/auth.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { clearBrowserCookies } from '#server/identity/browser-secret.ts';
import { endSessionsInBrowser } from '#server/identity/sessions.ts';

export const POST = endpoint(logout, requireUser, async ({ app, caller, headers }) => {
  const { user, browserSecret } = caller;
  await endSessionsInBrowser(app, { userId: user.id, browserSecret });
  clearBrowserCookies(headers, app.config.siteUrl);
  return { success: true as const };
});
