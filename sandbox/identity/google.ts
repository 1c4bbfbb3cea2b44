import { randomBytes } from 'node:crypto';
import Provider, { interactionPolicy, type Account } from 'oidc-provider';
import { fullName, people, type Person } from '../people.ts';
import {
  commonConfiguration,
  forgetSessions,
  type StandIn,
  type StandInOptions,
} from './stand-in.ts';

const clientId = '900000000000-feuilletonsandbox.apps.googleusercontent.com';

/**
 * A stand-in for Google: response in the query, client secret by either method, PKCE with S256,
 * claims of `openid email profile` in the ID token.
 * https://developers.google.com/identity/openid-connect/openid-connect
 */
export function createGoogle(options: StandInOptions): StandIn {
  const { issuer, siteUrl } = options;
  const clientSecret = `GOCSPX-${randomBytes(21).toString('base64url')}`;
  const common = commonConfiguration('Google', options);
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));
  const provider = new Provider(issuer, {
    ...common,
    interactions: { ...common.interactions, policy },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${siteUrl}/api/auth/google/callback`],
      },
    ],
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    findAccount: (_ctx, subject) => findAccount(issuer, subject),
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      userinfo: '/v1/userinfo',
      jwks: '/oauth2/v3/certs',
    },
  });
  forgetSessions(provider);
  return {
    name: 'Google',
    provider,
    siteUrl,
    showsPictures: true,
    letsHideAddress: false,
    refusalError: 'access_denied',
    // The prompts that a site may request: this page has answered each of them.
    accept: (key) => ({
      login: { accountId: people[key].googleSubject },
      consent: {},
      select_account: {},
    }),
    environment: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
    },
  };
}

function findAccount(issuer: string, subject: string): Account | undefined {
  const found = Object.entries(people).find(([, person]) => person.googleSubject === subject);
  if (!found) return undefined;
  const [key, person]: [string, Person] = found;
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      email: person.email,
      email_verified: true,
      // As for a Workspace: Google names the domain, and so is authoritative for the address.
      hd: person.email.split('@')[1],
      name: fullName(person),
      given_name: person.firstName,
      family_name: person.lastName,
      ...(person.picture && { picture: `${issuer}/pictures/${key}.webp` }),
    }),
  };
}
