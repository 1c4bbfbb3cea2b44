import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  ClientError,
  clockTolerance,
  discovery,
  None,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { Clock } from '../clock.ts';

/** The provider's clock and ours may differ by so much. */
export const clockToleranceSeconds = 120;
/** Both providers sign with this and nothing else. */
export const idTokenAlgorithm = 'RS256';

/** What a provider says about itself. */
export type Discovered = { client: Configuration; issuer: string; keys: JWTVerifyGetKey };

/** The provider as configured, and how long it may take to answer one request. */
export type DiscoveryOptions = {
  issuer: string;
  clientId: string;
  /** Shows the client secret; left out where the secret is made anew for each request. */
  clientAuth?: ClientAuth;
  timeoutMs: number;
};

const lifetimeMs = 6 * 3_600_000;
const retryMs = 60_000;

/**
 * Asks a provider for its addresses and keys when they are first needed, and again after six
 * hours. A failure is not remembered; while an older answer is there, it is used on and the
 * provider asked again a minute later.
 */
export function createDiscovery(
  options: DiscoveryOptions,
  clock: Clock,
  onStale: (error: unknown) => void,
): () => Promise<Discovered> {
  let known: { discovered: Discovered; freshUntilMs: number } | null = null;
  let pending: Promise<Discovered> | null = null;

  async function refresh(): Promise<Discovered> {
    const discovered = await discover(options);
    known = { discovered, freshUntilMs: clock.now().getTime() + lifetimeMs };
    return discovered;
  }

  return async () => {
    if (known && clock.now().getTime() < known.freshUntilMs) return known.discovered;
    pending ??= refresh().finally(() => (pending = null));
    try {
      return await pending;
    } catch (error) {
      if (!known) throw error;
      onStale(error);
      known.freshUntilMs = clock.now().getTime() + retryMs;
      return known.discovered;
    }
  };
}

async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const issuer = new URL(options.issuer);
  const isSecure = issuer.protocol === 'https:';
  const client = await discovery(
    issuer,
    options.clientId,
    { id_token_signed_response_alg: idTokenAlgorithm, [clockTolerance]: clockToleranceSeconds },
    options.clientAuth ?? None(),
    {
      timeout: options.timeoutMs / 1000,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to stand out; the configuration allows an http issuer outside production only
      execute: isSecure ? [] : [allowInsecureRequests],
    },
  );
  const metadata = client.serverMetadata();
  const keysUrl = URL.parse(metadata.jwks_uri ?? '');
  if (keysUrl?.protocol !== issuer.protocol) {
    const code = 'OAUTH_INVALID_SERVER_METADATA';
    throw Object.assign(new ClientError('the provider names no usable keys'), { code });
  }
  // No cooldown: an unknown key comes from the provider's own token endpoint, not from a stranger.
  const keys = createRemoteJWKSet(keysUrl, {
    timeoutDuration: options.timeoutMs,
    cooldownDuration: 0,
  });
  return { client, issuer: metadata.issuer, keys };
}
