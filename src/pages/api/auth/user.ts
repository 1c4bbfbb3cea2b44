import { parseCookie } from 'cookie';
import { getUser } from '#shared/contracts/auth.ts';
import * as storageKeys from '#shared/storage-keys.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { signedInCookie } from '#server/identity/browser-secret.ts';
import { toUserBody } from '#server/identity/user-body.ts';

export const GET = endpoint(getUser, requireUser, ({ app, caller, requestHeaders, headers }) => {
  const cookies = parseCookie(requestHeaders.get('cookie') ?? '');
  if (cookies[storageKeys.signedInCookie] === undefined) {
    headers.append('set-cookie', signedInCookie(app.config.siteUrl, true));
  }
  return toUserBody(app.db, caller.user);
});
