import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryDatabase } from './memory-database.ts';

beforeEach(() => openMemoryDatabase());
afterEach(() => void vi.unstubAllGlobals());

/** What the first release has stored, by its own names, versions and keys. */
async function openAsFirstRelease(version = 1) {
  const drafts = await openDB('feuilleton', 1, {
    upgrade: (database) => void database.createObjectStore('texts'),
  });
  const offline = await openDB('feuilleton-offline', version, {
    upgrade: (database) => {
      database.createObjectStore('pages', { keyPath: 'path' });
      database.createObjectStore('texts', { keyPath: 'chapterId' });
      database.createObjectStore('keys', { keyPath: 'person' });
      database.createObjectStore('downloads', { keyPath: 'novelId' });
      database.createObjectStore('queue', { keyPath: 'key' });
      database.createObjectStore('session', { keyPath: 'person' });
    },
  });
  return { drafts, offline };
}

const download = { novelId: 'n', slug: 'sel', chapters: [{ id: 'c', number: 1, title: 'I' }] };

test.each([1, 2])('what the first release stored is read, in version %i', async (version) => {
  const { drafts, offline } = await openAsFirstRelease(version);
  await drafts.put('texts', 'mots', 'kept_draft:lea:comment:un');
  await offline.put('downloads', download);
  await offline.put('session', { person: 'lea', authToken: 'a.b.c', clientToken: null });
  const { changeEntry, readEntry, readEntries } = await import('#browser/database/database.ts');
  expect(await readEntry('drafts', 'kept_draft:lea:comment:un')).toBe('mots');
  expect(await readEntries('downloads')).toMatchObject([{ novelId: 'n', chapters: [{ id: 'c' }] }]);
  await changeEntry('session', 'lea', () => null);
  expect(await offline.getAll('session')).toEqual([]);
});

test('what cannot be read is no entry, and is removed where it can be fetched again', async () => {
  const { drafts, offline } = await openAsFirstRelease();
  await drafts.put('texts', { words: 'mots' }, 'one');
  await offline.put('downloads', { novelId: 'broken' });
  await offline.put('downloads', download);
  await offline.put('keys', { person: 'lea' });
  await offline.put('pages', { path: '/', title: 1 });
  const { readEntry, readEntries } = await import('#browser/database/database.ts');
  expect(await readEntry('drafts', 'one')).toBeUndefined();
  expect(await readEntry('keys', 'lea')).toBeUndefined();
  expect(await readEntries('downloads')).toHaveLength(1);
  expect(await readEntry('pages', '/')).toBeUndefined();
  expect(await offline.count('pages')).toBe(0);
  // Of a release that may come back, or be open in another tab.
  expect(await drafts.count('texts')).toBe(1);
  expect(await offline.count('keys')).toBe(1);
  expect(await offline.getAllKeys('downloads')).toEqual(['broken', 'n']);
});
