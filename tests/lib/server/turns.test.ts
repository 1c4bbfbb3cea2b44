import { expect, test, vi } from 'vitest';
import { createTurns } from '#server/turns.ts';

/** Work that ends when it is told to. */
function held<T>(result: T) {
  const { promise, resolve } = Promise.withResolvers<T>();
  const begun = vi.fn(() => promise);
  return { begun, end: () => resolve(result) };
}

test('one piece of work at a time, in the order they came', async () => {
  const turns = createTurns({ waitingMax: 8, waitMs: 60_000 });
  const [first, second, third] = [held(1), held(2), held(3)];
  const all = [first, second, third].map(({ begun }) => turns.take(begun));
  await Promise.resolve();
  expect(second.begun).not.toHaveBeenCalled();
  third.end();
  first.end();
  expect(await all[0]).toBe(1);
  expect(third.begun).not.toHaveBeenCalled();
  second.end();
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
});

test('work that fails gives its turn to the next', async () => {
  const turns = createTurns({ waitingMax: 8, waitMs: 60_000 });
  const failing = turns.take(() => Promise.reject(new Error('broken')));
  const next = turns.take(() => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await turns.take(() => Promise.resolve('and more'))).toBe('and more');
});

test('who would wait too long, or behind too many, is sent away, and takes nobody’s turn', async () => {
  vi.useFakeTimers();
  try {
    const turns = createTurns({ waitingMax: 2, waitMs: 1_000 });
    const slow = held('slow');
    const running = turns.take(slow.begun);
    const waiting = held('waiting');
    const one = turns.take(waiting.begun);
    const two = turns.take(waiting.begun);
    expect(await turns.take(waiting.begun)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all([one, two])).toEqual([undefined, undefined]);
    const late = turns.take(() => Promise.resolve('late'));
    slow.end();
    expect(await Promise.all([running, late])).toEqual(['slow', 'late']);
    expect(waiting.begun).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('closed, it sends away who waits and who comes, and lets the running work end', async () => {
  const turns = createTurns({ waitingMax: 8, waitMs: 60_000 });
  const running = held('end');
  const first = turns.take(running.begun);
  const second = turns.take(() => Promise.resolve('never'));
  await Promise.resolve();
  turns.close();
  expect(await second).toBeUndefined();
  expect(await turns.take(() => Promise.resolve('never'))).toBeUndefined();
  running.end();
  expect(await first).toBe('end');
});
