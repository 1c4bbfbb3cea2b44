import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, jwtVerify, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import type { Provider } from '#shared/site/paths.ts';

/** Faults and deviations of the provider. */
export type Script = {
  /** Instead of a correct response at an endpoint. `hangs` never responds. */
  broken: Partial<Record<'discovery' | 'token' | 'keys', Fault>>;
  /** Of the id token; undefined leaves a claim out, a function is called when the token is made. */
  claims: Record<string, unknown>;
  /** How the id token is signed. */
  signature: 'right' | 'stranger' | 'secret' | 'none' | 'without-kid';
  /** How far the provider's clock is ahead of ours. */
  clockAheadSeconds: number;
  /** Overrides of the discovery document. */
  metadata: Record<string, unknown>;
};

export type Fault =
  'hangs' | 'cuts' | { status: number; body: string; headers?: Record<string, string> };

/** A person's consent on the provider's page. */
type Consent = { claims: Record<string, unknown> };

/** A token request. */
type TokenRequest = { headers: IncomingMessage['headers']; body: URLSearchParams };

/** An issuer on a port of its own with scripted behaviour; correct by default. */
export type ScriptedProvider = {
  issuer: string;
  /** Settings that make the product use it. */
  environment: Record<string, string>;
  script: Script;
  /** Requests so far. */
  asked: { discovery: number; keys: number; token: TokenRequest[]; other: string[] };
  /**
   * A person with these claims consents: returns the callback's parameters. Throws what a provider
   * would refuse.
   */
  consent: (authorizationUrl: URL, claims: Record<string, unknown>) => URLSearchParams;
  /** From now on another key signs; the old one is gone. */
  rotateKeys: () => void;
  /** The provider is unreachable from now on. */
  stop: () => Promise<void>;
};

const clientId = 'fr.feuilleton.test';
const clientSecret = 'a-secret-that-no-log-may-hold';
const [teamId, teamKeyId] = ['TEAM123456', 'KEY1234567'];

type SigningKey = { kid: string; publicKey: KeyObject; privateKey: KeyObject };

/** Makes a provider that behaves as Google or as Apple. */
export async function startScriptedProvider(kind: Provider): Promise<ScriptedProvider> {
  const script: Script = {
    broken: {},
    claims: {},
    signature: 'right',
    clockAheadSeconds: 0,
    metadata: {},
  };
  const asked: ScriptedProvider['asked'] = { discovery: 0, keys: 0, token: [], other: [] };
  const codes = new Map<string, { parameters: URLSearchParams; consent: Consent }>();
  const team = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let current = newKey();

  const server = createServer((request, response) => {
    // On a busy machine a keep-alive connection may be closed just as it is reused.
    response.setHeader('connection', 'close');
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        asked.discovery++;
        return reply(response, script.broken.discovery, () => ({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
          ...script.metadata,
        }));
      case '/keys':
        asked.keys++;
        return reply(response, script.broken.keys, async () => ({
          keys: [{ ...(await exportJWK(current.publicKey)), kid: current.kid, alg: 'RS256' }],
        }));
      case '/token': {
        const body = new URLSearchParams(await text(request));
        asked.token.push({ headers: request.headers, body });
        return reply(response, script.broken.token, () => redeem(request, body));
      }
      default:
        asked.other.push(request.url ?? '');
        response.writeHead(404).end();
    }
  }

  async function redeem(request: IncomingMessage, body: URLSearchParams): Promise<object> {
    await checkClient(request, body);
    const code = body.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256').update(body.get('code_verifier') ?? '');
    if (
      body.get('grant_type') !== 'authorization_code' ||
      granted?.parameters.get('redirect_uri') !== body.get('redirect_uri') ||
      granted.parameters.get('code_challenge') !== challenge.digest('base64url')
    ) {
      throw new OAuthError('invalid_grant');
    }
    return {
      access_token: randomBytes(16).toString('base64url'),
      token_type: 'Bearer',
      expires_in: 3_600,
      id_token: await idToken(granted.parameters, granted.consent),
    };
  }

  async function checkClient({ headers }: IncomingMessage, body: URLSearchParams): Promise<void> {
    const secret = body.get('client_secret') ?? '';
    const isAlone = headers.authorization === undefined && body.get('client_id') === clientId;
    if (isAlone && (kind === 'google' ? secret === clientSecret : await isTeamsSecret(secret))) {
      return;
    }
    throw new OAuthError('invalid_client');
  }

  async function isTeamsSecret(secret: string): Promise<boolean> {
    try {
      const { payload, protectedHeader } = await jwtVerify(secret, team.publicKey, {
        algorithms: ['ES256'],
        issuer: teamId,
        audience: issuer,
        subject: clientId,
        maxTokenAge: '1 minute',
        requiredClaims: ['exp'],
      });
      return protectedHeader.kid === teamKeyId && Number(payload.exp) - Number(payload.iat) <= 600;
    } catch {
      return false;
    }
  }

  function idToken(parameters: URLSearchParams, { claims }: Consent): Promise<string> | string {
    const now = Math.floor(Date.now() / 1000) + script.clockAheadSeconds;
    const payload = asPayload({
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 600,
      nonce: parameters.get('nonce'),
      ...claims,
      ...script.claims,
    });
    const jwt = new SignJWT(payload);
    const { kid, privateKey } = current;
    const header = { alg: 'RS256', kid };
    switch (script.signature) {
      case 'right':
        return jwt.setProtectedHeader(header).sign(privateKey);
      case 'stranger':
        return jwt.setProtectedHeader(header).sign(newKey().privateKey);
      case 'without-kid':
        return jwt.setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
      case 'secret':
        // The public key, or the client's secret, misused as the key of a MAC.
        return jwt
          .setProtectedHeader({ ...header, alg: 'HS256' })
          .sign(Buffer.from(clientSecret.padEnd(32)));
      case 'none':
        return new UnsecuredJWT(payload).encode();
    }
  }

  return {
    issuer,
    environment: environmentOf(kind, issuer, team.privateKey),
    script,
    asked,
    consent: (url, claims) => {
      checkAuthorization(kind, issuer, url);
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { parameters: url.searchParams, consent: { claims } });
      return new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' });
    },
    rotateKeys: () => (current = newKey()),
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** An error of the token endpoint (RFC 6749, 5.2). */
class OAuthError extends Error {}

function environmentOf(kind: Provider, issuer: string, teamKey: KeyObject): Record<string, string> {
  if (kind === 'google') {
    return {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
    };
  }
  return {
    APPLE_ISSUER: issuer,
    APPLE_CLIENT_ID: clientId,
    APPLE_TEAM_ID: teamId,
    APPLE_KEY_ID: teamKeyId,
    APPLE_PRIVATE_KEY: teamKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The real providers' checks of the authorization address. */
function checkAuthorization(kind: Provider, issuer: string, url: URL): void {
  const { searchParams } = url;
  const wanted = {
    client_id: clientId,
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: kind === 'google' ? 'openid email profile' : 'openid email name',
    response_mode: kind === 'google' ? null : 'form_post',
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (searchParams.get(name) !== value) throw new Error(`invalid_request: ${name}`);
  }
  for (const name of ['state', 'nonce', 'code_challenge']) {
    if ((searchParams.get(name) ?? '').length < 43) throw new Error(`invalid_request: ${name}`);
  }
  if (url.origin + url.pathname !== `${issuer}/authorize`) throw new Error('not our address');
}

async function reply(
  response: ServerResponse,
  fault: Fault | undefined,
  body: () => object | Promise<object>,
): Promise<void> {
  if (fault === 'hangs') return;
  if (fault === 'cuts') {
    response.destroy();
    return;
  }
  if (fault) {
    response.writeHead(fault.status, fault.headers).end(fault.body);
    return;
  }
  const [status, json] = await Promise.resolve(body()).then(
    (right): [number, object] => [200, right],
    (error: unknown): [number, object] => {
      if (error instanceof OAuthError) return [400, { error: error.message }];
      throw error;
    },
  );
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

/** Generated once and reused, since it takes a while: a new name, another key than before. */
const keyPairs = [1, 2, 3].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
let keysMade = 0;

function newKey(): SigningKey {
  const [pair] = keyPairs.slice(keysMade++ % keyPairs.length);
  if (!pair) throw new Error('no key pair');
  return { kid: randomBytes(8).toString('hex'), ...pair };
}

function asPayload(claims: Record<string, unknown>): JWTPayload {
  return Object.fromEntries(
    Object.entries(claims)
      .map(([name, value]) => [
        name,
        typeof value === 'function' ? (value as () => unknown)() : value,
      ])
      .filter(([, value]) => value !== undefined),
  ) as JWTPayload;
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
