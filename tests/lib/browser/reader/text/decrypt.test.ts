import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptContent, looksEncrypted } from '#browser/reader/text/open-chapter.ts';
import { contentKey, encryptContent } from '#server/people/protection/content-cipher.ts';

const html = '<p>— Où est l’œuf ? 字 🐉</p>';
const key = contentKey(['secret'.repeat(8)], { sessionId: 'session', chapterId: 'chapitre' });
const sealed = encryptContent(html, key);
const [iv = '', ciphertext = ''] = sealed.split(':');

test('a text encrypted by the server is decrypted', async () => {
  expect(looksEncrypted(sealed)).toBe(true);
  expect(await decryptContent(sealed, key.toString('base64'))).toBe(html);
});

test.each([
  ['a plain text', html],
  ['nothing', ''],
  ['a text without markup', 'Note : tout est là'],
  ['one part', ciphertext],
  ['three parts', `${sealed}:${iv}`],
  ['an empty part', `${iv}:`],
  ['a part that is no base64', `${iv}:é${ciphertext}`],
])('%s does not look encrypted', (_, content) => {
  expect(looksEncrypted(content)).toBe(false);
});

test.each([
  ['cut off', `${iv}:${ciphertext.slice(0, 20)}`],
  ['with a short vector', `YWFh:${ciphertext}`],
  ['without a text', `${iv}:`],
  ['that is no base64', '%:%'],
  ['that is empty', ''],
])('a content %s gives null and throws nothing', async (_, content) => {
  expect(await decryptContent(content, key.toString('base64'))).toBeNull();
});

test.each([
  ['that is another one', randomBytes(32).toString('base64')],
  ['that is too short', 'YWFh'],
  ['that is no base64', '%'],
])('a key %s does not give the text', async (_, other) => {
  expect(await decryptContent(sealed, other)).not.toBe(html);
});
