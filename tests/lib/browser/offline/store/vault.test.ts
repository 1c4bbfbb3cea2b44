import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryDatabase } from '#tests/lib/browser/database/memory-database.ts';

const owner = { person: 'lea', sessionId: 's1' };
const text = { chapterId: 'c1', novelId: 'n', html: '<p>Premium</p>' };
const chapters = [
  { id: 'c0', isPremium: false },
  { id: 'c1', isPremium: true },
];

/** The vault of a device on which a download was begun. */
async function openVault() {
  const vault = await import('#browser/offline/store/vault.ts');
  const database = await import('#browser/database/database.ts');
  await vault.makeKey(owner);
  await database.writeEntry('downloads', { novelId: 'n', slug: 'n', chapters, person: 'lea' });
  return { ...vault, ...database };
}

beforeEach(() => openMemoryDatabase());
afterEach(() => void vi.unstubAllGlobals());

test('a wanted text is stored closed, and opens in its session alone', async () => {
  const { encryptText, openText, readEntries } = await openVault();
  expect(await encryptText(owner, text, 0)).toBe(true);
  const [stored] = await readEntries('texts');
  expect(new TextDecoder().decode(stored?.text)).not.toContain('Premium');
  expect(await openText(owner, 'c1', 0)).toEqual({ kind: 'open', html: text.html });
  const later = { ...owner, sessionId: 's2' };
  expect(await openText(later, 'c1', 0)).toEqual({ kind: 'missing' });
});

test('a text that comes after its person has signed out is not stored, and makes no key', async () => {
  const { encryptText, forgetPremium, readEntries } = await openVault();
  await forgetPremium();
  expect(await encryptText(owner, text, 0)).toBe(false);
  expect(await readEntries('texts')).toEqual([]);
  expect(await readEntries('keys')).toEqual([]);
  // What is free stays wanted.
  expect(await readEntries('downloads')).toMatchObject([
    { chapters: [{ id: 'c0' }], person: null },
  ]);
});

test('a sign-out while a text is encrypted leaves none', async () => {
  const { encryptText, forgetPremium, readEntries } = await openVault();
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...how) => {
    const closed = await encrypt(...how);
    await forgetPremium();
    return closed;
  });
  expect(await encryptText(owner, text, 0)).toBe(false);
  expect(await readEntries('texts')).toEqual([]);
});

test('a text of a chapter that is not wanted any more is not stored', async () => {
  const { encryptText, dropChapters, readEntries } = await openVault();
  await dropChapters('n', ({ id }) => id === 'c1');
  expect(await encryptText(owner, text, 0)).toBe(false);
  expect(await readEntries('texts')).toEqual([]);
});

test('a download without chapters goes', async () => {
  const { changeEntry, dropChapters, readEntries } = await openVault();
  await changeEntry('downloads', 'n', (now) => now && { ...now, chapters: [] });
  await dropChapters('n', () => true);
  expect(await readEntries('downloads')).toEqual([]);
});

test('a change of an entry that was removed does not bring it back', async () => {
  const { changeEntry, removeEntries, readEntries } = await openVault();
  await removeEntries('downloads', ['n']);
  await changeEntry('downloads', 'n', (now) => now && { ...now, title: 'N' });
  expect(await readEntries('downloads')).toEqual([]);
});
