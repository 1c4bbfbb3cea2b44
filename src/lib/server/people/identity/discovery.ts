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
import type { Clock } from '#server/core/clock.ts';

/** Tolerated difference between the provider's clock and ours. */
export const clockToleranceSeconds = 120;
/** Both providers sign with this and nothing else. */
export const idTokenAlgorithm = 'RS256';

/** A provider's discovery document and keys. */
export type Discovered = { client: Configuration; issuer: string; keys: JWTVerifyGetKey };

/** The provider as configured, and its request timeout. */
export type DiscoveryOptions = {
  issuer: string;
  clientId: string;
  /** Sends the client secret; left out where the secret is generated per request. */
  clientAuth?: ClientAuth;
  timeoutMs: number;
};

const lifetimeMs = 6 * 3_600_000;
const retryMs = 60_000;

/**
 * Fetches a provider's addresses and keys when first needed, and again after six hours. A
 * failure is not cached; while there is an older response, it stays in use and the provider is
 * retried a minute later.
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
      // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; the configuration allows an http issuer outside production only
      execute: isSecure ? [] : [allowInsecureRequests],
    },
  );
  const metadata = client.serverMetadata();
  const keysUrl = URL.parse(metadata.jwks_uri ?? '');
  if (keysUrl?.protocol !== issuer.protocol) {
    const code = 'OAUTH_INVALID_SERVER_METADATA';
    throw Object.assign(new ClientError('the provider names no usable keys'), { code });
  }
  // No cooldown: an unknown key comes from the provider's own token endpoint, not from an
  // anonymous request.
  const keys = createRemoteJWKSet(keysUrl, {
    timeoutDuration: options.timeoutMs,
    cooldownDuration: 0,
  });
  return { client, issuer: metadata.issuer, keys };
}
