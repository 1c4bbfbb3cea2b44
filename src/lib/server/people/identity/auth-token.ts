import { createHash, createHmac } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { idSchema } from '#shared/contracts/fields.ts';

/** A token's content: user and session. */
type AuthClaims = { userId: string; sessionId: string };

/** The result of verifying a token. */
type VerifiedToken = ({ kind: 'valid' } & AuthClaims) | { kind: 'expired' } | { kind: 'invalid' };

/** Signs and reads `auth_token`s: JWTs with `sub`, `jti` and `exp` (design section 7). */
export type AuthTokens = {
  sign: (claims: AuthClaims, issuedAt: Date, expiresAt: Date) => Promise<string>;
  verify: (token: string, now: Date) => Promise<VerifiedToken>;
};

const algorithm = 'HS256';
const claimsSchema = z.object({ sub: idSchema, jti: idSchema, exp: z.number() });
/** Maximum of remembered tokens, about 500 bytes each; others are verified again. */
const seenMax = 5_000;

/**
 * @param keys the first signs, all verify, so that keys can be rotated without signing anybody out.
 * @param siteUrl issuer and audience: a token of another site with the same key is of no use.
 */
export function createAuthTokens(keys: readonly string[], siteUrl: string): AuthTokens {
  const ring = keys.map((key) => {
    const secret = createHmac('sha256', key).update('auth-token').digest();
    return { kid: createHash('sha256').update(secret).digest('base64url').slice(0, 8), secret };
  });
  const [signing] = ring;
  if (!signing) throw new Error('createAuthTokens needs at least one key');
  const about = { issuer: siteUrl, audience: siteUrl };
  /** Tokens whose signature was verified; a page's calls all carry the same one. */
  const seen = new Map<string, AuthClaims & { expiresAtMs: number }>();

  return {
    sign: ({ userId, sessionId }, issuedAt, expiresAt) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: signing.kid })
        .setIssuer(about.issuer)
        .setAudience(about.audience)
        .setSubject(userId)
        .setJti(sessionId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signing.secret),
    verify: async (token, now) => {
      const known = seen.get(token);
      if (known) {
        if (now.getTime() >= known.expiresAtMs) return { kind: 'expired' };
        return { kind: 'valid', userId: known.userId, sessionId: known.sessionId };
      }
      try {
        const { kid } = decodeProtectedHeader(token);
        const key = ring.find((one) => one.kid === kid);
        if (!key) return { kind: 'invalid' };
        const options = { ...about, algorithms: [algorithm], currentDate: now };
        const { payload } = await jwtVerify(token, key.secret, {
          ...options,
          requiredClaims: ['exp'],
        });
        const claims = claimsSchema.safeParse(payload);
        if (!claims.success) return { kind: 'invalid' };
        const { sub: userId, jti: sessionId, exp } = claims.data;
        if (seen.size >= seenMax) seen.clear();
        seen.set(token, { userId, sessionId, expiresAtMs: exp * 1000 });
        return { kind: 'valid', userId, sessionId };
      } catch (error) {
        // Thrown only after the signature was verified.
        if (error instanceof errors.JWTExpired) return { kind: 'expired' };
        return { kind: 'invalid' };
      }
    },
  };
}
