import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetLock, noteLock, parseLock } from '#browser/lock/access-lock.ts';
import { openBrowser } from '../open-browser.ts';

const nowMs = Date.parse('2026-11-21T12:00:00.000Z');
const at = (seconds: number) => new Date(nowMs + seconds * 1_000).toISOString();
const stored = () => localStorage.getItem('access_lock');

afterEach(() => vi.unstubAllGlobals());
const open = (lock?: string) =>
  openBrowser(() => new Response(), lock === undefined ? {} : { access_lock: lock });

test('a lock is stored with its end, and deleted', () => {
  open();
  expect(noteLock(at(600), nowMs)).toBe(nowMs + 600_000);
  expect(stored()).toBe(at(600));
  expect(parseLock(stored(), nowMs)).toBe(nowMs + 600_000);
  forgetLock();
  expect(stored()).toBeNull();
});

describe('a wrong clock', () => {
  test('that is slow does not make a lock longer than ten minutes, nor restart it', () => {
    open();
    expect(noteLock(at(4_200), nowMs)).toBe(nowMs + 600_000);
    expect(noteLock(at(4_200), nowMs + 60_000)).toBe(nowMs + 600_000);
  });

  test('that is fast ends a countdown at once, so that the server is asked', () => {
    open();
    expect(noteLock(at(-3_600), nowMs)).toBe(nowMs);
  });
});

test.each([
  ['nothing', null],
  ['an end that is past', at(0)],
  ['an end that is further off than any lock', at(601)],
  ['another form', 'demain'],
  ['a number', String(nowMs + 1_000)],
  ['no date', '2026-99-99T99:99:99.000Z'],
])('%s is no lock', (_, value) => {
  expect(parseLock(value, nowMs)).toBeNull();
});
