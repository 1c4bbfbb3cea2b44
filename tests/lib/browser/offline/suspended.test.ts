import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getPlace } from '#shared/contracts/places.ts';
import { handMadeToken } from '../hand-made-token.ts';
import { openBrowser, refusal } from '../open-browser.ts';
import { openMemoryDatabase } from './memory-database.ts';

afterEach(() => void vi.unstubAllGlobals());

beforeEach(async () => {
  openMemoryDatabase();
  openBrowser(() => refusal(423, 'ACCESS_LOCKED'), {
    auth_token: handMadeToken({ sub: 'lea', jti: 's1', exp: 4e9 }),
  });
  const { writeEntry } = await import('#browser/offline/database.ts');
  await writeEntry('keys', { person: 'lea', sessionId: 's1', key: null });
  await writeEntry('texts', {
    chapterId: 'c',
    novelId: 'n',
    person: 'lea',
    confirmedAtMs: 0,
    iv: new Uint8Array(12),
    text: new ArrayBuffer(4),
    bytes: 16,
  });
});

const left = async () => {
  const { readEntries } = await import('#browser/offline/database.ts');
  return [...(await readEntries('keys')), ...(await readEntries('texts'))];
};

test('any call that a suspension refuses closes what was downloaded', async () => {
  const { call } = await import('#browser/call.ts');
  const params = { id: 'c' };
  const outcome = await call(getPlace, { params });
  expect(outcome).toMatchObject({ ok: false, error: 'ACCESS_LOCKED' });
  expect(await left()).toEqual([]);
});

test('so does an answer that says until when reading is suspended', async () => {
  const { noteLock } = await import('#browser/access-lock.ts');
  expect(await left()).toHaveLength(2);
  noteLock(new Date(Date.now() + 60_000).toISOString(), Date.now());
  await vi.waitFor(async () => expect(await left()).toEqual([]));
});
