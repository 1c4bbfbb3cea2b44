import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openMemoryDatabase } from '#tests/lib/browser/database/memory-database.ts';

beforeEach(() => {
  openMemoryDatabase();
  vi.stubGlobal('navigator', {});
});
afterEach(() => void vi.unstubAllGlobals());

/** What waits of Léa's, and one round of sending it: a status by subject. */
async function openQueue(subjects: readonly string[]) {
  const { listQueue, queueChange } = await import('#browser/offline/queue/queue.ts');
  const { sendQueue } = await import('#browser/offline/queue/send-queue.ts');
  for (const [index, subject] of subjects.entries()) {
    await queueChange({
      subject,
      person: 'léa',
      method: 'PUT',
      path: '/api/x',
      body: null,
      value: true,
      label: 'J’aime',
      page: '/',
      queuedAtMs: Date.now() - 1_000 + index,
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

/** A lock that another tab holds until `release`, or until it is stolen. */
function holdLock() {
  let isHeld = true;
  const request = (_: string, { steal }: LockOptions, work: (lock: object | null) => unknown) => {
    if (steal) isHeld = false;
    return Promise.resolve(work(isHeld ? null : {}));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  return () => void (isHeld = false);
}

test('what waits is tried again when the tab that was sending it has gone', async () => {
  const { send } = await openQueue(['a']);
  const release = holdLock();
  expect(await send({})).toEqual({ sent: [], isDone: false });
  release();
  expect(await send({})).toEqual({ sent: ['a'], isDone: true });
  expect(await send({})).toEqual({ sent: [], isDone: true });
});

test('a tab that keeps the lock for minutes is frozen, and keeps nothing from being sent', async () => {
  const { send } = await openQueue(['a']);
  holdLock();
  await send({});
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 299_000);
  expect((await send({})).sent).toEqual([]);
  now.mockReturnValue(Date.now() + 2_000);
  expect(await send({})).toEqual({ sent: ['a'], isDone: true });
  now.mockRestore();
});

test('the session that the worker sends with goes with the last change that waits', async () => {
  const { readEntries, writeEntry } = await import('#browser/database/database.ts');
  const { forgetSession } = await import('#browser/offline/queue/send-queue.ts');
  const { send } = await openQueue(['a']);
  await writeEntry('session', { person: 'léa', authToken: 'jeton', clientToken: null });
  await forgetSession('léa');
  expect(await readEntries('session')).toHaveLength(1);
  await send({});
  await forgetSession('léa');
  expect(await readEntries('session')).toEqual([]);
});
