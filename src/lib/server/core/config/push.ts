import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { settingProblems } from './setting-problem.ts';

/** How the site is known at push services (VAPID, RFC 8292). */
export type PushSettings = {
  /** Base64url, as browsers and push services take it. */
  publicKey: string;
  privateKey: string;
  /** Whom a push service writes to: a `mailto:` or https address. */
  subject: string;
  /** Origin of a stand-in that may be on this machine; null in production. */
  standInOrigin: string | null;
};

const schema = z.object({
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/)
    .describe('87 caractères, comme npx web-push generate-vapid-keys la donne'),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .describe('43 caractères, comme npx web-push generate-vapid-keys la donne'),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/)
    .describe('mailto: et une adresse, ou une adresse https'),
  PUSH_STAND_IN: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/[^/?#]+\/?$/)
    .transform((address) => new URL(address).origin)
    .optional()
    .describe('une adresse sans chemin, comme http://127.0.0.1:4326'),
});

/** Names of these settings. */
export const pushSettings = Object.keys(schema.shape);

/**
 * Reads how push services know the site. Without the keys nothing is pushed, and the site offers
 * none; with some of them it wants all. A stand-in is for a demonstration or a test.
 * @returns the settings, or one French sentence per setting that is missing or malformed.
 */
export function parsePush(
  environment: Record<string, string | undefined>,
  isProduction: boolean,
): { push: PushSettings | null } | { problems: string[] } {
  if (isProduction && environment.PUSH_STAND_IN) {
    return {
      problems: ['PUSH_STAND_IN est pour les essais : elle n’a pas sa place en production.'],
    };
  }
  const given = Object.fromEntries(
    pushSettings.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  if (Object.keys(given).every((name) => name === 'PUSH_STAND_IN')) return { push: null };
  const result = schema.safeParse(given);
  if (!result.success) return { problems: settingProblems(schema, result.error, environment) };
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, PUSH_STAND_IN } = result.data;
  if (publicKeyOf(VAPID_PRIVATE_KEY) !== VAPID_PUBLIC_KEY) {
    return { problems: ['VAPID_PUBLIC_KEY et VAPID_PRIVATE_KEY ne vont pas ensemble.'] };
  }
  return {
    push: {
      publicKey: VAPID_PUBLIC_KEY,
      privateKey: VAPID_PRIVATE_KEY,
      subject: VAPID_SUBJECT,
      standInOrigin: PUSH_STAND_IN ?? null,
    },
  };
}

/** The public key of a private one; null where it is none (P-256). */
function publicKeyOf(privateKey: string): string | null {
  const keys = createECDH('prime256v1');
  try {
    keys.setPrivateKey(privateKey, 'base64url');
    return keys.getPublicKey('base64url');
  } catch {
    // Zero, or not below the order of the curve.
    return null;
  }
}
