import { createHmac, timingSafeEqual } from 'node:crypto';
import { idSchema } from '#shared/contracts/fields.ts';

/**
 * The token in an e-mail's link that ends its e-mails: a user's id, signed. It never expires, since old
 * e-mails are kept, and can do nothing else.
 */
export function unsubscribeToken(userId: string, keys: readonly string[]): string {
  const [key] = keys;
  if (key === undefined) throw new Error('unsubscribeToken needs a key');
  return `${userId}.${signatureOf(userId, key)}`;
}

/** Nothing else is looked at, nor led to: an id, a point, and a SHA-256 in base64url. */
const form = /^([\da-f-]{36})\.([\w-]{43})$/;

/** The user of a token; null where we did not sign it. */
export function readUnsubscribeToken(token: string, keys: readonly string[]): string | null {
  const [, userId = '', signature = ''] = form.exec(token) ?? [];
  if (!idSchema.safeParse(userId).success) return null;
  const given = Buffer.from(signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(signatureOf(userId, key));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? userId : null;
}

function signatureOf(userId: string, key: string): string {
  return createHmac('sha256', key).update(`unsubscribe:${userId}`).digest('base64url');
}
