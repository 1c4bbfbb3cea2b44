import { expect, test, vi } from 'vitest';

const origin = 'https://feuilleton.example';
// The module has a service worker's world at hand when it is loaded.
Object.assign(globalThis, { self: globalThis });
const { openMessage, readMessage } = await import('#browser/offline/worker/notifications.ts');
const told = (body: unknown) => readMessage(JSON.stringify(body), origin);

test('a push message leads to an address of this site alone', () => {
  const message = { title: 'Chapitre 4', body: 'Contre-courant', tag: 'novel:1' };
  const path = (url: unknown) => told({ ...message, url })?.path;
  expect(told({ ...message, url: '/chapter/4#x' })).toEqual({ ...message, path: '/chapter/4#x' });
  expect(path(`${origin}/chapter/4`)).toBe('/chapter/4');
  for (const url of ['https://evil.example/', '//evil.example/x', 'javascript:alert(1)', 4, null]) {
    expect(path(url), String(url)).toBe('/');
  }
});

test('what is no such message says nothing', () => {
  expect(readMessage('not json', origin)).toBeNull();
  for (const body of [null, 3, 'x', {}, { title: 4 }, { title: '' }]) expect(told(body)).toBeNull();
});

test('what is too long is cut', () => {
  expect(told({ title: 'a'.repeat(999), body: 'b'.repeat(999) })).toMatchObject({
    title: 'a'.repeat(300),
    body: 'b'.repeat(300),
  });
});

test.each([
  ['the tab that shows it', '/chapter/4', ['focus']],
  ['a new tab where none shows it', '/chapter/5', [`${origin}/chapter/5`]],
  ['home for another site’s address', 'https://evil.example/', [`${origin}/`]],
  ['home for what is no address', 4, [`${origin}/`]],
])('a click opens %s', async (_, data, done) => {
  const acts: string[] = [];
  const tab = { url: `${origin}/chapter/4`, focus: () => Promise.resolve(acts.push('focus')) };
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('clients', {
    matchAll: () => Promise.resolve([tab]),
    openWindow: (url: string) => Promise.resolve(acts.push(url)),
  });
  await openMessage({ data });
  expect(acts).toEqual(done);
  vi.unstubAllGlobals();
});
