import { z } from 'zod';
import { isOneAddress } from './one-address.ts';
import { profileLimits } from '#shared/constants.ts';
import type { Provider } from '#shared/site/paths.ts';
import { shortenName, tidyPersonName } from '#shared/site/person-name.ts';

/** A person's claims from a provider. Names are empty if it gives none. */
export type IdentityClaims = {
  /** Never changes; the e-mail may. */
  subject: string;
  email: string | null;
  /** Whether the provider vouches for it; never for a non-ASCII address. */
  emailVerified: boolean;
  /** Whether the verified address is known to be this person's today (`isAuthoritative`). */
  emailAuthoritative: boolean;
  names: PersonNames;
  /** Address of the provider's picture. */
  pictureUrl: string | null;
};

/** A person's names, as far as they are given. */
export type PersonNames = { firstName: string; lastName: string; fullName: string };

/** A name on one line, within the bounds of the profile; empty for non-text. */
const nameSchema = z
  .string()
  .transform((name) => shortenName(tidyPersonName(name), profileLimits.nameCharacters))
  .catch('');

/**
 * Databases fold the case of other letters as they see fit, some onto ASCII: two addresses of two
 * people could become one.
 */
const ascii = /^[\x21-\x7e]+$/;

const claimsSchema = z.object({
  // OpenID Connect Core, section 2: at most 255 ASCII characters.
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  email: z.string().refine(isOneAddress).nullable().catch(null),
  // Apple says "true".
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .transform((value) => value === true || value === 'true')
    .catch(false),
  // The Workspace domain of the account; Google only.
  hd: z.string().min(1).nullable().catch(null),
  given_name: nameSchema,
  family_name: nameSchema,
  name: nameSchema,
  picture: z.url().max(2_000).nullable().catch(null),
});

/** Reads the claims of a verified id token; null without a valid subject. */
export function readClaims(provider: Provider, payload: unknown): IdentityClaims | null {
  const result = claimsSchema.safeParse(payload);
  if (!result.success) return null;
  const { data } = result;
  const emailVerified = data.email !== null && ascii.test(data.email) && data.email_verified;
  return {
    subject: data.sub,
    email: data.email,
    emailVerified,
    emailAuthoritative: emailVerified && isAuthoritative(provider, data),
    names: { firstName: data.given_name, lastName: data.family_name, fullName: data.name },
    pictureUrl: data.picture,
  };
}

const gmail = /@(?:gmail|googlemail)\.com$/i;

/**
 * Whether a provider that calls an address verified knows whose it is today. Google does for
 * Gmail's own domains and for accounts of a Workspace domain (`hd`); any other address was verified
 * once, and may belong to another person by now:
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function isAuthoritative(
  provider: Provider,
  { email, hd }: { email: string | null; hd: string | null },
): boolean {
  return provider === 'apple' || hd !== null || gmail.test(email ?? '');
}

const appleUserSchema = z.object({
  name: z.object({ firstName: nameSchema, lastName: nameSchema }),
});

/**
 * The names in Apple's `user`, a JSON text sent with the first sign-in only. It is not signed:
 * its e-mail is never read. Null where it is absent, `{}` or invalid.
 */
export function readAppleNames(user: string | null): PersonNames | null {
  if (user === null) return null;
  try {
    const result = appleUserSchema.safeParse(JSON.parse(user));
    return result.success ? { ...result.data.name, fullName: '' } : null;
  } catch {
    return null;
  }
}
