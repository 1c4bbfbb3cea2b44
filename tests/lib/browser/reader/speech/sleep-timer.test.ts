import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSleepTimer } from '#browser/reader/speech/sleep-timer.ts';

const minuteMs = 60_000;
let nowMs = 0;
const timer = () => createSleepTimer(() => nowMs);

beforeEach(() => {
  nowMs = 1_700_000_000_000;
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a sleep timer', () => {
  test.each([15, 30, 60])('of %s minutes is due after them, and not before', (minutes) => {
    const sleep = timer();
    sleep.set(String(minutes));
    nowMs += minutes * minuteMs - 1;
    expect(sleep.isDue(false)).toBe(false);
    expect(sleep.isDue(true)).toBe(false);
    nowMs += 1;
    expect(sleep.isDue(false)).toBe(true);
  });

  test('of the chapter is due at its end alone', () => {
    const sleep = timer();
    sleep.set('chapter');
    nowMs += 600 * minuteMs;
    expect(sleep.isDue(false)).toBe(false);
    expect(sleep.isDue(true)).toBe(true);
  });

  test.each(['', '7', 'jamais'])('“%s” is none', (choice) => {
    const sleep = timer();
    sleep.set(choice);
    nowMs += 600 * minuteMs;
    expect(sleep.choice()).toBe('');
    expect(sleep.isDue(true)).toBe(false);
  });

  test('goes on in the next chapter, once, with what is left of it', () => {
    const sleep = timer();
    sleep.set('30');
    nowMs += 10 * minuteMs;
    sleep.persist();
    const next = timer();
    next.recall();
    expect(next.choice()).toBe('30');
    nowMs += 20 * minuteMs - 1;
    expect(next.isDue(false)).toBe(false);
    nowMs += 1;
    expect(next.isDue(false)).toBe(true);
    const another = timer();
    another.recall();
    expect(another.choice()).toBe('');
  });

  test('that was stored by something else is none', () => {
    sessionStorage.setItem('read_aloud_sleep', '99 abc');
    const sleep = timer();
    sleep.recall();
    expect(sleep.choice()).toBe('');
    expect(sleep.isDue(true)).toBe(false);
  });
});
