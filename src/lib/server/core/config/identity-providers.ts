import { createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { settingProblems } from './setting-problem.ts';

/** The site's client at Google. */
type GoogleSettings = { issuer: string; clientId: string; clientSecret: string };

/** The site's client at Apple; the key signs the client secret. */
export type AppleSettings = {
  issuer: string;
  /** The Services ID. */
  clientId: string;
  teamId: string;
  keyId: string;
  privateKey: KeyObject;
};

/** The identity providers; null where one is not set up. */
export type IdentityProviders = { google: GoogleSettings | null; apple: AppleSettings | null };

const word = z
  .string()
  .trim()
  .regex(/^\S{1,500}$/)
  .describe('au plus 500 caractères, sans espace');
const issuer = z
  .url({ protocol: /^https?$/ })
  .regex(/^[^?#]+$/)
  .transform((url) => url.replace(/\/+$/, ''));
const issuerForm = 'une adresse sans « ? » ni « # », comme https://accounts.google.com';
const tenCharacters = z
  .string()
  .regex(/^[A-Z0-9]{10}$/)
  .describe('dix lettres majuscules ou chiffres');

const googleSchema = z.object({
  GOOGLE_ISSUER: issuer.default('https://accounts.google.com').describe(issuerForm),
  GOOGLE_CLIENT_ID: word,
  GOOGLE_CLIENT_SECRET: word,
});

const appleSchema = z.object({
  APPLE_ISSUER: issuer.default('https://appleid.apple.com').describe(issuerForm),
  APPLE_CLIENT_ID: word,
  APPLE_TEAM_ID: tenCharacters,
  APPLE_KEY_ID: tenCharacters,
  APPLE_PRIVATE_KEY: z
    .string()
    .transform(readPrivateKey)
    .describe('le contenu du fichier .p8 (clé P-256), ses fins de ligne écrites \\n'),
});

/** Names of the settings that make up the two providers. */
export const identityProviderSettings = [
  ...Object.keys(googleSchema.shape),
  ...Object.keys(appleSchema.shape),
];

/**
 * Reads the identity providers from the environment, in production at https issuers. One of which
 * nothing is set is left out; without both nobody signs in but by `feuilleton admin-link`.
 * @returns the providers, or one French sentence per setting that is missing or malformed.
 */
export function parseIdentityProviders(
  environment: Record<string, string | undefined>,
  isProduction: boolean,
): { identityProviders: IdentityProviders } | { problems: string[] } {
  const google = read(googleSchema, environment, isProduction);
  const apple = read(appleSchema, environment, isProduction);
  const problems = [...google.problems, ...apple.problems];
  if (problems.length > 0) return { problems };
  return {
    identityProviders: {
      google: google.settings && {
        issuer: google.settings.GOOGLE_ISSUER,
        clientId: google.settings.GOOGLE_CLIENT_ID,
        clientSecret: google.settings.GOOGLE_CLIENT_SECRET,
      },
      apple: apple.settings && {
        issuer: apple.settings.APPLE_ISSUER,
        clientId: apple.settings.APPLE_CLIENT_ID,
        teamId: apple.settings.APPLE_TEAM_ID,
        keyId: apple.settings.APPLE_KEY_ID,
        privateKey: apple.settings.APPLE_PRIVATE_KEY,
      },
    },
  };
}

function read<Settings extends Record<string, unknown>>(
  schema: z.ZodObject<z.ZodRawShape> & z.ZodType<Settings>,
  environment: Record<string, string | undefined>,
  isProduction: boolean,
): { settings: Settings | null; problems: string[] } {
  const names = Object.keys(schema.shape);
  const given = Object.fromEntries(
    names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const isLeftOut = Object.keys(given).every((name) => name.endsWith('_ISSUER'));
  if (isLeftOut) return { settings: null, problems: [] };
  const result = schema.safeParse(given);
  if (!result.success) {
    return { settings: null, problems: settingProblems(schema, result.error, environment) };
  }
  const insecure = names.filter(
    (name) => name.endsWith('_ISSUER') && !String(result.data[name]).startsWith('https://'),
  );
  if (isProduction && insecure.length > 0) {
    return {
      settings: null,
      problems: insecure.map((name) => `${name} doit être une adresse https.`),
    };
  }
  return { settings: result.data, problems: [] };
}

/** A PKCS#8 P-256 key in PEM; `\n` may stand for its line ends, as settings are single lines. */
function readPrivateKey(pem: string, context: z.core.$RefinementCtx<string>): KeyObject {
  try {
    const key = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Not a key: reported below like a key of another kind.
  }
  context.addIssue({ code: 'custom', message: 'not a P-256 private key' });
  return z.NEVER;
}
