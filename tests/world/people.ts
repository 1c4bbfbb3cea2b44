import { v7 as uuidv7 } from 'uuid';
import type { App } from '#server/app.ts';
import { users } from '#server/core/db/schema/identity.ts';
import {
  browserCookie,
  newBrowserSecret,
  type BrowserSecret,
} from '#server/people/identity/browser-secret.ts';
import { startSession, type User } from '#server/people/identity/sessions.ts';
import { callEndpoint } from './call-endpoint.ts';

/** A signed-in browser, as far as its requests are concerned. */
export type TestBrowser = {
  user: User;
  token: string;
  /** All headers of a change: both tokens, CSRF token, cookies. */
  headers: Record<string, string>;
};

/** Adds a user to the database. */
export async function addUser(
  app: App,
  more: Partial<typeof users.$inferInsert> = {},
): Promise<User> {
  const [user] = await app.db
    .insert(users)
    .values({ name: 'Léa Martin', displayName: 'Léa Martin', ...more })
    .returning();
  if (!user) throw new Error('no user was inserted');
  return user;
}

/** Signs a user in on a browser of their own, or on this one. */
export async function signInAs(
  app: App,
  who: Partial<typeof users.$inferInsert> | { user: User; browserSecret?: BrowserSecret } = {},
): Promise<TestBrowser> {
  const user = 'user' in who ? who.user : await addUser(app, who);
  const secret = ('browserSecret' in who && who.browserSecret) || newBrowserSecret();
  const token = await startSession(app, {
    userId: user.id,
    browserSecret: secret,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const headers = await changeHeaders(app, nameAndValue(browserCookie(secret, app.config.siteUrl)));
  return { user, token, headers: { ...headers, 'x-auth-token': token } };
}

/** What an anonymous browser sends with a change: client token, CSRF token, its cookie. */
export async function changeHeaders(app: App, cookie = ''): Promise<Record<string, string>> {
  // Each browser is a caller of its own: rate limits that a test measures are not used up here.
  const response = await callEndpoint(app, '/api/csrf-token', { address: uuidv7() });
  const { csrfToken } = (await response.json()) as { csrfToken: string };
  const csrfCookie = nameAndValue(response.headers.get('set-cookie') ?? '');
  return {
    'x-client-token': response.headers.get('x-client-token') ?? '',
    'csrf-token': csrfToken,
    'content-type': 'application/json',
    cookie: [cookie, csrfCookie].filter((one) => one !== '').join('; '),
  };
}

function nameAndValue(setCookie: string): string {
  return setCookie.split(';', 1)[0] ?? '';
}
