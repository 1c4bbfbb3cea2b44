import { resumeSession } from '#shared/contracts/auth.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { readBrowserSecret, signedInCookie } from '#server/identity/browser-secret.ts';
import { resumeToken } from '#server/identity/sessions.ts';

export const POST = endpoint(resumeSession, anyone, async ({ app, requestHeaders, headers }) => {
  const { siteUrl } = app.config;
  const secret = readBrowserSecret(requestHeaders, siteUrl);
  const token = secret === null ? null : await resumeToken(app, secret);
  if (token !== null) return { accessToken: token };
  // A browser that has no session is not to ask again.
  headers.append('set-cookie', signedInCookie(siteUrl, false));
  return refuse('SIGN_IN_REQUIRED', messages.signInRequired);
});
