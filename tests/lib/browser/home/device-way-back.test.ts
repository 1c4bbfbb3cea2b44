import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readDeviceWayBack, toWayBack } from '#browser/home/device-way-back.ts';
import { noteLastRead } from '#browser/reader/place/last-read.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { openBrowser } from '../open-browser.ts';

let local: ReturnType<typeof openBrowser>['local'];
beforeEach(() => void ({ local } = openBrowser(() => new Response())));
afterEach(() => vi.unstubAllGlobals());

const idOf = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;

type Read = { percent?: number; nextId?: string | null; reader?: string };

function read(novel: number, { percent = 50, nextId = idOf(99), reader }: Read = {}): void {
  noteLastRead(
    idOf(novel),
    { id: idOf(10 + novel), number: 3 },
    {
      slug: `roman-${novel}`,
      novelTitle: `Roman ${novel}`,
      chapterTitle: 'La brume',
      chapterCount: 10,
      percent,
      readAtMs: 1_000 * novel,
      nextId,
      reader: reader ?? null,
    },
  );
}

/** Signs in on this device; only the token's subject counts. */
function signIn(person: string): void {
  const payload = btoa(JSON.stringify({ sub: person }));
  local.setItem(storageKeys.authToken, `a.${payload}.b`);
}

describe('the way back of a device', () => {
  test('is what was read last, and where it was left', () => {
    read(1);
    read(2);
    const last = readDeviceWayBack();
    expect(last?.slug).toBe('roman-2');
    expect(last && toWayBack(last)).toEqual({
      href: `/chapter/${idOf(12)}`,
      cover: '/novel/roman-2/couverture',
      novel: 'Roman 2',
      chapter: 'Chapitre\u00A03\u202F: La brume',
      share: '25\u202F% du roman',
      percent: 25,
    });
  });

  test('is the next chapter, once one is read to its end', () => {
    read(1, { percent: 100 });
    const last = readDeviceWayBack();
    expect(last && toWayBack(last)).toMatchObject({
      href: `/chapter/${idOf(99)}`,
      chapter: 'Chapitre\u00A04, à la suite de «\u202FLa brume\u202F»',
      percent: 30,
    });
  });

  test('is not a novel that is read to the end of its last chapter', () => {
    read(1);
    read(2, { percent: 100, nextId: null });
    expect(readDeviceWayBack()?.slug).toBe('roman-1');
  });

  test('is nothing on a new device, and with what another release stored', () => {
    expect(readDeviceWayBack()).toBeNull();
    local.setItem(storageKeys.lastRead, JSON.stringify({ [idOf(1)]: [idOf(11), 3] }));
    expect(readDeviceWayBack()).toBeNull();
  });

  test('is what its reader read, or nobody who was signed in', () => {
    read(1);
    read(2, { reader: 'lea' });
    expect(readDeviceWayBack()?.slug).toBe('roman-1');
    signIn('lea');
    expect(readDeviceWayBack()?.slug).toBe('roman-2');
    signIn('karim');
    expect(readDeviceWayBack()?.slug).toBe('roman-1');
    read(1, { reader: 'lea' });
    expect(readDeviceWayBack()).toBeNull();
  });

  test('of who has signed out is not shown any more', () => {
    read(1, { reader: 'lea' });
    signIn('lea');
    expect(readDeviceWayBack()?.slug).toBe('roman-1');
    local.removeItem(storageKeys.authToken);
    expect(readDeviceWayBack()).toBeNull();
  });
});
