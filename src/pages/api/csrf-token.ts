import { getCsrfToken } from '#shared/contracts/auth.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';

export const GET = endpoint(getCsrfToken, anyone, ({ app, requestHeaders, headers }) => {
  const { csrfToken, setCookie } = app.csrfTokens.issue(requestHeaders, app.clock.now());
  headers.append('set-cookie', setCookie);
  return { csrfToken };
});
