import { describe, expect, test } from 'vitest';
import { contentKey, encryptContent } from '#server/people/protection/content-cipher.ts';
import { decryptContent } from '#tests/world/premium.ts';

const secretKeys = ['une-clé-de-trente-deux-caractères', 'une-autre-de-trente-deux-caractères'];
const use = { sessionId: 'session-1', chapterId: 'chapitre-1' };
const html = '<p>« Où ça ? », dit-elle. — Là-bas… 🌊</p>';

describe('a premium text', () => {
  test('is decrypted with WebCrypto and its key', async () => {
    const key = contentKey(secretKeys, use);
    expect(key).toHaveLength(32);
    expect(await decryptContent(encryptContent(html, key), key.toString('base64'))).toBe(html);
  });

  test('is two base64 parts with a colon, and never the same twice', () => {
    const key = contentKey(secretKeys, use);
    const [first, second] = [encryptContent(html, key), encryptContent(html, key)];
    expect(first).toMatch(/^[A-Za-z0-9+/]{22}==:[A-Za-z0-9+/]+={0,2}$/);
    expect(first.split(':')[0]).not.toBe(second.split(':')[0]);
    expect(first.split(':')[1]).not.toBe(second.split(':')[1]);
  });

  test.each([
    ['another session', { ...use, sessionId: 'session-2' }, secretKeys],
    ['another chapter', { ...use, chapterId: 'chapitre-2' }, secretKeys],
    ['a key that was rotated since', use, secretKeys.toReversed()],
  ])('does not open with the key of %s', async (_, otherUse, keys) => {
    const sealed = encryptContent(html, contentKey(secretKeys, use));
    const other = contentKey(keys, otherUse).toString('base64');
    const opened = await decryptContent(sealed, other).catch(() => null);
    expect(opened).not.toBe(html);
  });
});
