import { expect, test, vi } from 'vitest';
import { createTaskQueue } from '#server/core/task-queue.ts';

/** Work that ends when it is told to. */
function held<T>(result: T) {
  const { promise, resolve } = Promise.withResolvers<T>();
  const begun = vi.fn(() => promise);
  return { begun, end: () => resolve(result) };
}

test('one task at a time, in the order they came', async () => {
  const queue = createTaskQueue({ waitingMax: 8, waitMs: 60_000 });
  const [first, second, third] = [held(1), held(2), held(3)];
  const all = [first, second, third].map(({ begun }, at) => queue.run(begun, `${at}`));
  await Promise.resolve();
  expect(second.begun).not.toHaveBeenCalled();
  third.end();
  first.end();
  expect(await all[0]).toBe(1);
  expect(third.begun).not.toHaveBeenCalled();
  second.end();
  expect(await Promise.all(all)).toEqual([1, 2, 3]);
});

test('after a task that fails comes the next', async () => {
  const queue = createTaskQueue({ waitingMax: 8, waitMs: 60_000 });
  const failing = queue.run(() => Promise.reject(new Error('broken')), 'a');
  const next = queue.run(() => Promise.resolve('done'), 'a');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await queue.run(() => Promise.resolve('and more'), 'a')).toBe('and more');
});

test('a task that would wait too long, or behind too many, is given up and holds up none', async () => {
  vi.useFakeTimers();
  try {
    const queue = createTaskQueue({ waitingMax: 2, waitMs: 1_000 });
    const slow = held('slow');
    const running = queue.run(slow.begun, 'a');
    const waiting = held('waiting');
    const one = queue.run(waiting.begun, 'b');
    const two = queue.run(waiting.begun, 'c');
    expect(await queue.run(waiting.begun, 'd')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all([one, two])).toEqual([undefined, undefined]);
    const late = queue.run(() => Promise.resolve('late'), 'd');
    slow.end();
    expect(await Promise.all([running, late])).toEqual(['slow', 'late']);
    expect(waiting.begun).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('closed, it gives up what waits and what comes, and lets the running task end', async () => {
  const queue = createTaskQueue({ waitingMax: 8, waitMs: 60_000 });
  const running = held('end');
  const first = queue.run(running.begun, 'a');
  const second = queue.run(() => Promise.resolve('never'), 'b');
  await Promise.resolve();
  queue.close();
  expect(await second).toBeUndefined();
  expect(await queue.run(() => Promise.resolve('never'), 'b')).toBeUndefined();
  running.end();
  expect(await first).toBe('end');
});

test('a person has a share of those that wait, and gives way to others', async () => {
  const queue = createTaskQueue({ waitingMax: 8, waitMs: 60_000 });
  const done: string[] = [];
  const first = held('first');
  const task = (name: string) => () => Promise.resolve(done.push(name));
  const all = [
    queue.run(first.begun, 'a'),
    queue.run(task('second'), 'a'),
    queue.run(task('third'), 'a'),
    queue.run(task('too many'), 'a'),
    queue.run(task('of another'), 'b'),
  ];
  expect(await all[3]).toBeUndefined();
  first.end();
  await Promise.all(all);
  expect(done).toEqual(['of another', 'second', 'third']);
});
