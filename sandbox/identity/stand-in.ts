import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type {
  Configuration,
  InteractionResults,
  JWK,
  KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import { escapeHtml } from '../html.ts';
import type { PersonKey } from '../people.ts';
import { createMemory } from './memory-adapter.ts';
import { inFrame, sendPage } from './page.ts';

/** A provider that stands in for a real one, and what the pages in front of it must know. */
export type StandIn = {
  name: ProviderName;
  provider: Provider;
  siteUrl: string;
  /** Whether people have a picture here. */
  showsPictures: boolean;
  /** Whether people may keep their address from the site. */
  letsHideAddress: boolean;
  /** What the real one answers when the person refuses. */
  refusalError: string;
  /** What follows from the choice of a person in the page's form. */
  accept: (key: PersonKey, form: URLSearchParams) => InteractionResults;
  /** Settings that make the product use this provider. */
  environment: Record<string, string>;
};

export type ProviderName = 'Google' | 'Apple';

/** Where a stand-in runs, and for which site. */
export type StandInOptions = { issuer: string; siteUrl: string; signingKey: JWK };

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;

/** A fresh RSA key that signs ID tokens. */
export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/**
 * What both stand-ins have in common. Each thing that oidc-provider would otherwise do by a
 * default for development is said here (keys, memory, lifetimes, pages), so that it has nothing to
 * warn about on the console.
 */
export function commonConfiguration(
  name: ProviderName,
  { siteUrl, signingKey }: StandInOptions,
): Configuration {
  return {
    adapter: createMemory(),
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Browsers share cookies between ports of a host: each stand-in has its own names.
      names: {
        session: `${name}_session`,
        interaction: `${name}_interaction`,
        resume: `${name}_resume`,
      },
    },
    responseTypes: ['code'],
    // Google and Apple put what they know of the person into the ID token.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AuthorizationCode: 5 * minuteSeconds,
      AccessToken: hourSeconds,
      IdToken: hourSeconds,
      Interaction: hourSeconds,
      Session: hourSeconds,
      Grant: hourSeconds,
    },
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    loadExistingGrant: grantWhatIsAsked,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    renderError: (ctx, { error, error_description: description = '' }) => {
      sendPage(
        ctx,
        siteUrl,
        {
          title: 'Demande refusée',
          body: inFrame(
            name,
            `<h1>Demande refusée</h1>
<p>${escapeHtml(error)}</p>
<p class="muted">${escapeHtml(description)}</p>
<p><a href="${escapeHtml(siteUrl)}">Revenir au site</a></p>`,
          ),
        },
        ctx.status,
      );
    },
  };
}

/** Nobody stays signed in here: every sign-in asks again, and two at once do not meet. */
export function forgetSessions(provider: Provider): void {
  const sessionCookie = provider.cookieName('session');
  provider.use(async (ctx, next) => {
    await next();
    const cookies = [ctx.response.headers['set-cookie'] ?? []].flat();
    const kept = cookies.filter((cookie) => !cookie.startsWith(sessionCookie));
    if (kept.length > 0) ctx.set('Set-Cookie', kept);
    else ctx.remove('Set-Cookie');
  });
}

/** Who picks a person on the page agrees to what the site asks; there is no second page. */
async function grantWhatIsAsked(ctx: KoaContextWithOIDC) {
  const { account, client, provider, requestParamOIDCScopes } = ctx.oidc;
  if (!account || !client) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(requestParamOIDCScopes);
  await grant.save();
  return grant;
}
