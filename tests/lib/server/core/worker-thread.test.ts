import { expect, test } from 'vitest';
import { createWorkerThread } from '#server/core/worker-thread.ts';

const module = `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === 'fail') throw new Error(task);
    if (task !== 'hang') parentPort.postMessage(threadId);
  });`)}`;
const limits = { waitingMax: 4, waitMs: 20_000, timeoutMs: 2_000, memoryMaxMb: 64 };

test('a task that takes too long or fails has no result, and the next one another thread', async () => {
  const thread = createWorkerThread<string, number>({ module, ...limits, idleMs: 60_000 });
  const first = await thread.run('a', 'lea');
  expect(await thread.run('b', 'lea')).toBe(first);
  expect(await thread.run('hang', 'lea')).toBeNull();
  const second = await thread.run('c', 'lea');
  expect(second).not.toBe(first);
  expect(await thread.run('fail', 'lea')).toBeNull();
  expect(await thread.run('d', 'lea')).not.toBe(second);
  await thread.close();
  expect(await thread.run('e', 'lea')).toBeUndefined();
});

test('without an idle time, each task has a thread of its own', async () => {
  const thread = createWorkerThread<string, number>({ module, ...limits, idleMs: 0 });
  const first = await thread.run('a', 'lea');
  expect(await thread.run('b', 'lea')).not.toBe(first);
  await thread.close();
});
