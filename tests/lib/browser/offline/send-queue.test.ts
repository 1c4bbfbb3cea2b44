import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryDatabase } from './memory-database.ts';

beforeEach(() => {
  openMemoryDatabase();
  vi.stubGlobal('navigator', {});
});
afterEach(() => void vi.unstubAllGlobals());

/** What waits of Léa's, and one round of sending it: a status by subject. */
async function openQueue(subjects: readonly string[]) {
  const { listQueue, queueChange } = await import('#browser/offline/queue.ts');
  const { sendQueue } = await import('#browser/offline/send-queue.ts');
  for (const [index, subject] of subjects.entries()) {
    await queueChange({
      ...{ subject, person: 'léa', method: 'PUT', path: '/api/x', body: null, value: true },
      ...{ label: 'J’aime', page: '/', queuedAtMs: Date.now() - 1_000 + index },
    });
  }
  return {
    listQueue,
    send: async (statuses: Record<string, number>) => {
      const sent: string[] = [];
      const isDone = await sendQueue('léa', ({ subject }) => {
        sent.push(subject);
        return Promise.resolve({ status: statuses[subject] ?? 200, body: null });
      });
      return { sent, isDone };
    },
  };
}

test('a change at which the server fails keeps no other waiting, and is a problem in the end', async () => {
  const { listQueue, send } = await openQueue(['a', 'b']);
  expect(await send({ a: 500 })).toEqual({ sent: ['a', 'b'], isDone: false });
  for (let round = 2; round <= 4; round++) await send({ a: 500 });
  expect(await listQueue()).toMatchObject([{ subject: 'a', problem: null }]);
  await send({ a: 500 });
  const [change] = await listQueue();
  expect(change?.problem).toContain('n’arrive pas à enregistrer');
  expect(await send({})).toEqual({ sent: [], isDone: true });
});

test('a site that is down makes no problem of anything, and is not asked for everything', async () => {
  const { listQueue, send } = await openQueue(['a', 'b', 'c', 'd', 'e']);
  const down = { a: 503, b: 503, c: 503, d: 503, e: 503 };
  for (let round = 0; round < 9; round++) {
    expect((await send(down)).sent).toEqual(['a', 'b', 'c']);
  }
  expect((await listQueue()).filter(({ problem }) => problem !== null)).toEqual([]);
  expect((await send({})).isDone).toBe(true);
  expect(await listQueue()).toEqual([]);
});
