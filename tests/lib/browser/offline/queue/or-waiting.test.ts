import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WaitingChange } from '#browser/offline/queue/queue-here.ts';
import { failure } from '#browser/outcome.ts';
import { answerCalls } from '#tests/lib/browser/answering-server.ts';
import { handMadeToken } from '#tests/lib/browser/hand-made-token.ts';
import { openBrowser } from '#tests/lib/browser/open-browser.ts';
import { openMemoryDatabase } from '#tests/lib/browser/database/memory-database.ts';

const tokenOf = (person: string) => handMadeToken({ sub: person, jti: person, exp: 4e9 });
const like: WaitingChange = {
  subject: 'like:1',
  method: 'PUT',
  path: '/api/chapters/1/like',
  body: null,
  value: true,
  label: 'J’aime',
};
const noConnection = failure('NO_ANSWER', 'x');

beforeEach(() => {
  openMemoryDatabase();
  openBrowser(() => new Response(), { auth_token: tokenOf('lea') });
  vi.stubGlobal('location', { pathname: '/chapter/1' });
  vi.stubGlobal('window', globalThis);
});
afterEach(() => void vi.unstubAllGlobals());

test('a change waits for who was signed in when it was made, and for nobody else', async () => {
  const { orWaiting } = await import('#browser/offline/queue/queue-here.ts');
  const { readEntries } = await import('#browser/database/database.ts');
  const { sendable } = await import('#browser/offline/queue/queue.ts');
  // Another tab signs in somebody else while the call is under way.
  localStorage.setItem('auth_token', tokenOf('nora'));
  expect(await orWaiting('lea', noConnection, like)).toMatchObject({ isWaiting: true });
  const waiting = await readEntries('queue');
  expect(sendable(waiting, 'lea', Date.now())).toHaveLength(1);
  expect(sendable(waiting, 'nora', Date.now())).toEqual([]);
  // Nor does the worker get the other's token to send it with.
  expect(await readEntries('session')).toEqual([]);
});

test('what a stranger does does not wait', async () => {
  const { orWaiting } = await import('#browser/offline/queue/queue-here.ts');
  expect(await orWaiting(null, noConnection, like)).toBe(noConnection);
});

test('a change that is queued while others are sent is sent soon after them', async () => {
  const { orWaiting, sendHere } = await import('#browser/offline/queue/queue-here.ts');
  const { readEntries } = await import('#browser/database/database.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const later: WaitingChange = { ...like, subject: 'like:2', path: '/api/chapters/2/like' };
    const sent: string[] = [];
    answerCalls('lea', async (method, path) => {
      if (method === 'PUT') sent.push(path);
      if (path === like.path) await orWaiting('lea', noConnection, later);
      return { success: true };
    });
    await orWaiting('lea', noConnection, like);
    await sendHere();
    expect(sent).toEqual([like.path]);
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(async () => expect(await readEntries('queue')).toEqual([]));
    expect(sent).toEqual([like.path, later.path]);
  } finally {
    vi.useRealTimers();
  }
});
