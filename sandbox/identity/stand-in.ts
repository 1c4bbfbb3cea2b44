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
import { sendPage } from './page.ts';

/** A stand-in for a provider, and what its pages must know. */
export type StandIn = {
  name: ProviderName;
  provider: Provider;
  siteUrl: string;
  /** Whether people have a picture here. */
  showsPictures: boolean;
  /** Whether people may keep their address from the site. */
  letsHideAddress: boolean;
  /** The real provider's error when the person refuses. */
  refusalError: string;
  /** The results of a person's choice in the page's form. */
  accept: (key: PersonKey, form: URLSearchParams) => InteractionResults;
  /** Settings that make the product use this provider. */
  environment: Record<string, string>;
};

export type ProviderName = 'Google' | 'Apple';

/** The stand-in's issuer, and the site it serves. */
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
 * The configuration common to both stubs. Everything that oidc-provider would otherwise default
 * for development is set here (keys, memory, lifetimes, pages), so that it prints no warnings.
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
    // Google and Apple put the person's claims into the ID token.
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
          name,
          title: 'Demande refusée',
          body: `<h1>Demande refusée</h1>
<p>${escapeHtml(error)}</p>
<p class="muted">${escapeHtml(description)}</p>
<p><a href="${escapeHtml(siteUrl)}">Revenir au site</a></p>`,
        },
        ctx.status,
      );
    },
  };
}

/** Keeps no session: every sign-in asks again, and concurrent ones do not interfere. */
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

/** Choosing a person on the page grants what the site requests; there is no second page. */
async function grantWhatIsAsked(ctx: KoaContextWithOIDC) {
  const { account, client, provider, requestParamOIDCScopes } = ctx.oidc;
  if (!account || !client) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(requestParamOIDCScopes);
  await grant.save();
  return grant;
}
