import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The session, and the chapter. */
export type KeyUse = { sessionId: string; chapterId: string };

const keyBytes = 32;
const ivBytes = 16;

/**
 * The key of a chapter's text for one session, derived from the first of `SECRET_KEYS`: nothing is
 * stored, another session's key decrypts nothing, and after a rotation text and key are requested
 * again.
 */
export function contentKey(
  secretKeys: readonly string[],
  { sessionId, chapterId }: KeyUse,
): Buffer {
  const [secret] = secretKeys;
  if (secret === undefined) throw new Error('contentKey needs a secret');
  const use = `chapter-content:${sessionId}:${chapterId}`;
  return Buffer.from(hkdfSync('sha256', secret, '', use, keyBytes));
}

/**
 * `base64(iv):base64(ciphertext)`, AES-256-CBC with PKCS#7 and a fresh IV: WebCrypto decrypts it.
 */
export function encryptContent(html: string, key: Buffer): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const sealed = Buffer.concat([cipher.update(html, 'utf8'), cipher.final()]);
  return `${iv.toString('base64')}:${sealed.toString('base64')}`;
}
