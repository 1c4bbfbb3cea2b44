import { eq } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { findSession, type User } from '#server/people/identity/sessions.ts';
import { readBrowserSecret } from '#server/people/identity/browser-secret.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { paths, type Provider } from '#shared/site/paths.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { ScriptedProvider } from './identity-provider.ts';

/** A browser for the site's side of a sign-in: it stores the site's cookie. */
export class SignInBrowser {
  cookie = '';
  readonly #app: App;
  readonly #address: string;

  constructor(app: App, address = '192.0.2.1') {
    this.#app = app;
    this.#address = address;
  }

  async get(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookie !== '') headers.set('cookie', this.cookie);
    const response = await callEndpoint(this.#app, path, {
      ...init,
      headers,
      address: this.#address,
    });
    const [given] = response.headers.getSetCookie();
    if (given !== undefined) this.cookie = given.split(';', 1)[0] ?? '';
    return response;
  }

  /** Where the browser is sent to sign in. */
  async begin(provider: Provider, returnPath?: string): Promise<URL> {
    const query = returnPath === undefined ? '' : `?retour=${encodeURIComponent(returnPath)}`;
    const response = await this.get(`/api/auth/${provider}${query}`);
    if (response.status !== 302) throw new Error(`no way to the provider: ${locationOf(response)}`);
    return new URL(locationOf(response));
  }

  /** The provider's response, delivered as the provider does. */
  finish(provider: Provider, answer: URLSearchParams): Promise<Response> {
    if (provider === 'google') return this.get(`${paths.googleCallback}?${answer}`);
    return this.get(paths.appleCallback, {
      method: 'POST',
      body: answer,
      headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
    });
  }

  /** The whole flow: begins, consents at the provider, comes back. */
  async signIn(
    provider: Provider,
    at: ScriptedProvider,
    claims: Record<string, unknown>,
    more: { returnPath?: string; user?: string } = {},
  ): Promise<Response> {
    const answer = at.consent(await this.begin(provider, more.returnPath), claims);
    if (more.user !== undefined) answer.set('user', more.user);
    return this.finish(provider, answer);
  }

  /** The user of a finished sign-in, verified by the token in this browser. */
  async person(response: Response): Promise<User> {
    const token = tokenOf(response);
    const secret = readBrowserSecret(
      new Headers({ cookie: this.cookie }),
      this.#app.config.siteUrl,
    );
    const found = await findSession(this.#app, token, secret);
    if (isRefusal(found)) throw new Error(`the token is refused: ${found.refusal}`);
    const [user] = await this.#app.db.select().from(users).where(eq(users.id, found.user.id));
    if (!user) throw new Error('the user is gone');
    return user;
  }
}

/** The target of a redirect. */
export function locationOf(response: Response): string {
  return response.headers.get('location') ?? '';
}

/** The token at the end of a sign-in. */
export function tokenOf(response: Response): string {
  const { pathname, searchParams } = new URL(locationOf(response), 'https://feuilleton.test');
  const token = searchParams.get('accessToken');
  if (pathname !== paths.authSuccess || token === null) {
    throw new Error(`nobody is signed in: ${locationOf(response)}`);
  }
  return token;
}

/** The sign-in page's reason for a failure; null for anything else. */
export function reasonOf(response: Response): string | null {
  const { pathname, searchParams } = new URL(locationOf(response), 'https://feuilleton.test');
  return response.status === 303 && pathname === '/login' ? searchParams.get('motif') : null;
}
