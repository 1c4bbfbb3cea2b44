import { randomBytes } from 'node:crypto';
import Provider, { type Account } from 'oidc-provider';
import { people, type Person } from '../people.ts';
import { AppleProvider, appleUser } from './apple-form-post.ts';
import { appleRequestChecks, appleScopes } from './apple-request.ts';
import { isSecretOfTeam, type AppleTeam } from './apple-team.ts';
import {
  commonConfiguration,
  forgetSessions,
  type StandIn,
  type StandInOptions,
} from './stand-in.ts';

type AppleOptions = StandInOptions & { team: AppleTeam };

/** The address that the site gets for each person, by subject: what they chose the first time. */
type KnownEmails = Map<string, string>;

/** Fields of Apple's discovery document; the rest of oidc-provider's would promise too much. */
const discovered = new Set([
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'response_types_supported',
  'response_modes_supported',
  'subject_types_supported',
  'id_token_signing_alg_values_supported',
  'scopes_supported',
  'token_endpoint_auth_methods_supported',
  'claims_supported',
]);

/**
 * A stand-in for Apple: form post, a client secret that the team signs, everything in the ID token, the
 * name only in the first response, an address that can be hidden.
 * https://developer.apple.com/documentation/signinwithapplerestapi
 */
export function createApple(options: AppleOptions): StandIn {
  const { issuer, siteUrl, team } = options;
  const knownEmails: KnownEmails = new Map();
  return {
    name: 'Apple',
    provider: createProvider(options, knownEmails),
    siteUrl,
    showsPictures: false,
    letsHideAddress: true,
    refusalError: 'user_cancelled_authorize',
    accept: (key, form) => {
      const person = people[key];
      const accepted = { login: { accountId: person.appleSubject }, consent: {} };
      if (knownEmails.has(person.appleSubject)) return accepted;
      const email = form.get('address') === 'hidden' ? person.relayEmail : person.email;
      knownEmails.set(person.appleSubject, email);
      return { ...accepted, user: appleUser(person, email) };
    },
    environment: {
      APPLE_ISSUER: issuer,
      APPLE_CLIENT_ID: team.clientId,
      APPLE_TEAM_ID: team.teamId,
      APPLE_KEY_ID: team.keyId,
      APPLE_PRIVATE_KEY: team.privateKeyPem.trim().replaceAll('\n', String.raw`\n`),
    },
  };
}

function createProvider(options: AppleOptions, knownEmails: KnownEmails): Provider {
  const { issuer, siteUrl, team } = options;
  const common = commonConfiguration('Apple', options);
  const provider = new AppleProvider(issuer, {
    ...common,
    features: { ...common.features, userinfo: { enabled: false } },
    clients: [
      {
        client_id: team.clientId,
        // Required, never compared: the secret is what the team signs.
        client_secret: randomBytes(32).toString('base64url'),
        redirect_uris: [`${siteUrl}/api/auth/apple/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    scopes: appleScopes,
    claims: {
      openid: ['sub', 'nonce_supported'],
      email: ['email', 'email_verified', 'is_private_email'],
    },
    extraParams: appleRequestChecks,
    subjectTypes: ['pairwise'],
    // A subject is the same for all sites of a team, and there is one team here.
    pairwiseIdentifier: (_ctx, subject) => subject,
    findAccount: (_ctx, subject) => findAccount(subject, knownEmails),
    routes: { authorization: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' },
  });
  provider.Client.prototype.compareClientSecret = (secret) => {
    // oidc-provider accepts a secret from the header as well as from the body; Apple does not.
    const isInHeader = Provider.ctx?.get('Authorization') !== '';
    return !isInHeader && isSecretOfTeam(secret, team, issuer);
  };
  forgetSessions(provider);
  narrowDiscovery(provider);
  return provider;
}

/** Apple sends booleans of an ID token as strings. */
function findAccount(subject: string, knownEmails: KnownEmails): Account | undefined {
  const person: Person | undefined = Object.values(people).find(
    ({ appleSubject }) => appleSubject === subject,
  );
  if (!person) return undefined;
  return {
    accountId: subject,
    claims: () => {
      const email = knownEmails.get(subject) ?? person.email;
      return {
        sub: subject,
        nonce_supported: true,
        email,
        email_verified: 'true',
        is_private_email: String(email === person.relayEmail),
      };
    },
  };
}

function narrowDiscovery(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path !== '/.well-known/openid-configuration') return;
    const document = Object.entries(ctx.body as Record<string, unknown>);
    ctx.body = Object.fromEntries(document.filter(([name]) => discovered.has(name)));
  });
}
