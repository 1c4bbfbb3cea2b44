import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followAccount, type Reading } from '#browser/reader/place/place-sync.ts';
import { storePlace } from '#browser/reader/place/stored-places.ts';
import type { PlaceStateBody } from '#shared/contracts/places.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { answerCalls } from '#tests/lib/browser/answering-server.ts';
import { openBrowser } from '#tests/lib/browser/open-browser.ts';

const chapterId = '01930000-0000-7000-8000-000000000003';
const place = { paragraph: 3, offset: 12, mark: -7, start: 1, end: -2, before: 3, after: 0 };
const none: PlaceStateBody = { place: null, version: null, isRead: false, isOwn: false };

const listeners = new Map<string, () => void>();
let isRead: boolean | null;
let reading: Reading;
let bodies: () => unknown[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  openBrowser(() => new Response());
  const addEventListener = (name: string, listener: () => void) => listeners.set(name, listener);
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('addEventListener', addEventListener);
  Object.assign(document, { addEventListener, visibilityState: 'visible' });
  vi.stubGlobal('location', { hash: '', pathname: `/chapter/${chapterId}` });
  isRead = null;
  reading = {
    chapterId,
    goTo: (wanted) => storePlace(chapterId, wanted),
    signal: new AbortController().signal,
    hasMoved: () => false,
    onStored: () => undefined,
    isRead: () => isRead,
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens the chapter; the account has this of it, and stores what it is told. */
async function open(account: PlaceStateBody): Promise<void> {
  let stored = account;
  ({ bodies } = answerCalls('lea', (method, _path, body) => {
    if (method === 'PUT') {
      const told = body as Pick<PlaceStateBody, 'place' | 'isRead'>;
      const version = new Date(Date.now()).toISOString();
      stored = { place: told.place, isRead: told.isRead, version, isOwn: true };
    }
    return stored;
  }));
  followAccount(reading);
  await pause();
}
/** Longer than two requests are apart: all that follows from an answer is done by then. */
const pause = async () => {
  for (let turn = 0; turn < 20; turn++) {
    await vi.advanceTimersByTimeAsync(600);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const readAt = (wanted: typeof place | null) => {
  storePlace(chapterId, wanted);
  reading.onStored();
  return pause();
};
/** As the earlier reading left it on this device. */
const wasReadBefore = () =>
  localStorage.setItem(storageKeys.readChapters, JSON.stringify([chapterId]));
const read: PlaceStateBody = { ...none, version: '2026-11-20T12:00:00.000Z', isRead: true };

describe('the end of a chapter', () => {
  test('is told with the place that it ends', async () => {
    await open(none);
    await readAt(place);
    isRead = true;
    await readAt(null);
    expect(bodies()).toMatchObject([
      { place, isRead: false },
      { place: null, isRead: true },
    ]);
  });

  test('is told of a chapter that had no place: its text was short, or skipped', async () => {
    await open(none);
    isRead = false;
    await readAt(null);
    expect(bodies()).toEqual([]);
    isRead = true;
    listeners.get('pagehide')?.();
    await pause();
    expect(bodies()).toMatchObject([{ place: null, isRead: true, version: null }]);
  });

  test('is told where the place went before it counted as read', async () => {
    await open(none);
    await readAt(place);
    await readAt(null);
    isRead = true;
    listeners.get('pagehide')?.();
    await pause();
    expect(bodies()).toMatchObject([
      { place, isRead: false },
      { place: null, isRead: false },
      { place: null, isRead: true },
    ]);
  });

  test('is of this reading: who reads again and goes back to the top has restarted', async () => {
    wasReadBefore();
    await open(read);
    isRead = false;
    await readAt(place);
    await readAt(null);
    expect(bodies()).toMatchObject([
      { place, isRead: false },
      { place: null, isRead: false },
    ]);
  });

  test('is not taken back by opening the chapter again', async () => {
    wasReadBefore();
    await open(read);
    await readAt(null);
    listeners.get('pagehide')?.();
    await pause();
    expect(bodies()).toEqual([]);
  });
});
