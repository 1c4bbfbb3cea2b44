import { jwtVerify, type JWTPayload, SignJWT } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
} from 'openid-client';
import type { Logger } from 'pino';
import { paths, type Provider } from '#shared/site/paths.ts';
import type { Clock } from '#server/core/clock.ts';
import type { IdentityProviders, AppleSettings } from '#server/core/config/identity-providers.ts';
import { readClaims, type IdentityClaims } from './claims.ts';
import {
  clockToleranceSeconds,
  createDiscovery,
  idTokenAlgorithm,
  type Discovered,
  type DiscoveryOptions,
} from './discovery.ts';
import { toFailure, toOutage, type ProviderFailure } from './provider-failure.ts';

/**
 * The secrets of one sign-in. `nonce` and `codeVerifier` do not leave the server before the end.
 */
export type Attempt = { state: string; nonce: string; codeVerifier: string };

/**
 * A provider as the product uses it. Failures are values: the libraries' errors contain secrets
 * (decision 16).
 */
type SignInProvider = {
  /** The address that the browser is sent to. */
  authorizationUrl: (attempt: Attempt) => Promise<{ url: URL } | ProviderFailure>;
  /** The signed-in person's claims. The code is valid once, for this attempt. */
  redeem: (
    answer: { code: string; iss: string | null },
    attempt: Attempt,
  ) => Promise<{ claims: IdentityClaims } | ProviderFailure>;
};

/** The providers that are set up. */
export type SignInProviders = Record<Provider, SignInProvider | null>;

/** The differences between the two. */
type Peculiarities = {
  name: Provider;
  discovery: DiscoveryOptions;
  callbackPath: string;
  parameters: Record<string, string>;
  /** Sent with the code, generated for each request. */
  tokenParameters: () => Promise<Record<string, string>>;
};

const timeoutMs = 5_000;
/** Apple's codes live for five minutes, and an id token is no older than its code. */
const idTokenMaxAge = '10 minutes';

/** Makes both providers from their settings; nothing is requested before the first sign-in. */
export function createSignInProviders(
  settings: IdentityProviders,
  world: { siteUrl: string; clock: Clock; log: Logger; timeoutMs?: number },
): SignInProviders {
  const { google, apple } = settings;
  const patience = { timeoutMs: world.timeoutMs ?? timeoutMs };
  return {
    google:
      google &&
      createProvider(world, {
        name: 'google',
        discovery: {
          issuer: google.issuer,
          clientId: google.clientId,
          clientAuth: ClientSecretPost(google.clientSecret),
          ...patience,
        },
        callbackPath: paths.googleCallback,
        parameters: { scope: 'openid email profile' },
        tokenParameters: () => Promise.resolve({}),
      }),
    apple:
      apple &&
      createProvider(world, {
        name: 'apple',
        discovery: { issuer: apple.issuer, clientId: apple.clientId, ...patience },
        callbackPath: paths.appleCallback,
        // Apple requires the form post where e-mail and name are requested.
        parameters: { scope: 'openid email name', response_mode: 'form_post' },
        tokenParameters: async () => ({ client_secret: await appleClientSecret(apple) }),
      }),
  };
}

function createProvider(
  { siteUrl, clock, log }: { siteUrl: string; clock: Clock; log: Logger },
  { name, discovery, callbackPath, parameters, tokenParameters }: Peculiarities,
): SignInProvider {
  const callbackUrl = new URL(callbackPath, siteUrl);
  const discovered = createDiscovery(discovery, clock, (error) => {
    const { code } = toOutage(error);
    log.warn({ issuer: discovery.issuer, code }, 'identity provider not found; known one used on');
  });

  return {
    authorizationUrl: async ({ state, nonce, codeVerifier }) => {
      try {
        const { client } = await discovered();
        const url = buildAuthorizationUrl(client, {
          ...parameters,
          redirect_uri: callbackUrl.href,
          state,
          nonce,
          // Apple does not list PKCE; providers ignore unknown parameters.
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        });
        return { url };
      } catch (error) {
        return toOutage(error);
      }
    },
    redeem: async ({ code, iss }, attempt) => {
      let provider: Discovered;
      try {
        provider = await discovered();
      } catch (error) {
        return toOutage(error);
      }
      try {
        const answered = new URL(callbackUrl);
        answered.searchParams.set('code', code);
        answered.searchParams.set('state', attempt.state);
        if (iss !== null) answered.searchParams.set('iss', iss);
        const checks = {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.codeVerifier,
          idTokenExpected: true,
        };
        const more = await tokenParameters();
        const tokens = await authorizationCodeGrant(provider.client, answered, checks, more);
        const payload = await verifyIdToken(tokens.id_token ?? '', provider, discovery.clientId);
        const claims = readClaims(name, payload);
        return claims ? { claims } : { failure: 'refusee', code: 'CLAIMS_UNREADABLE' };
      } catch (error) {
        return toFailure(error);
      }
    },
  };
}

/**
 * openid-client has verified issuer, audience, nonce and times; it leaves the signature to TLS.
 * Here the signature is verified too, and that the token was issued just now.
 */
async function verifyIdToken(
  token: string,
  { issuer, keys }: Discovered,
  audience: string,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience,
    algorithms: [idTokenAlgorithm],
    clockTolerance: clockToleranceSeconds,
    maxTokenAge: idTokenMaxAge,
    requiredClaims: ['exp', 'nonce'],
  });
  return payload;
}

/** Enough for one request, and far below the six months that Apple allows. */
const lifetime = '5 minutes';

/**
 * The client secret that Apple wants: a JWT signed with the team's key (Apple, “Creating a client
 * secret”). Uses the system's time, like everything sent to a provider.
 */
function appleClientSecret(settings: AppleSettings): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: settings.keyId })
    .setIssuer(settings.teamId)
    .setSubject(settings.clientId)
    .setAudience(settings.issuer)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(settings.privateKey);
}
