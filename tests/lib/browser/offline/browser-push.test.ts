import { afterEach, expect, test, vi } from 'vitest';
import { loadNotices } from '#browser/offline/browser-push.ts';
import { handMadeToken } from '../hand-made-token.ts';
import { openBrowser, type Seen } from '../open-browser.ts';

const auth_token = handMadeToken({ sub: 'lea', exp: 4e9 });

afterEach(() => void vi.unstubAllGlobals());

/** A browser with a subscription or none, before a site that has one for this session or none. */
function open(world: { endpoint: string | null; isHere: boolean; push_here?: string }) {
  let { endpoint, isHere } = world;
  const opened = openBrowser(
    ({ path }: Seen) => {
      if (path === '/api/csrf-token') return Response.json({ csrfToken: 'x' });
      if (path === '/api/notices/push-subscriptions') {
        isHere = true;
        return Response.json({ isKept: true });
      }
      return Response.json({ push: 'at_once', pushKey: 'key', browsers: 1, isHere });
    },
    { auth_token, ...(world.push_here !== undefined && { push_here: world.push_here }) },
  );
  const subscriptionOf = (address: string) => ({
    endpoint: address,
    expirationTime: null,
    toJSON: () => ({ endpoint: address, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      endpoint = null;
      return Promise.resolve(true);
    },
  });
  const pushManager = {
    getSubscription: () => Promise.resolve(endpoint === null ? null : subscriptionOf(endpoint)),
    subscribe: () => Promise.resolve(subscriptionOf((endpoint ??= 'https://push.test/new'))),
  };
  const registration = { pushManager };
  const serviceWorker = {
    getRegistration: () => Promise.resolve(registration),
    register: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
  };
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: () => Promise.resolve('granted'),
  });
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
  const sent = () =>
    opened.paths().filter((path) => path === '/api/notices/push-subscriptions').length;
  return { ...opened, sent };
}

const isToldHere = async () => {
  const loaded = await loadNotices();
  return loaded.ok && loaded.data.isHere;
};

test.each([
  ['the browser has dropped', { endpoint: null, isHere: true }, 'old'],
  ['the site has dropped', { endpoint: 'https://push.test/old', isHere: false }, 'old'],
  ['the browser has replaced', { endpoint: 'https://push.test/2', isHere: true }, 'old'],
])('a subscription that %s is renewed', async (_, world, noted) => {
  const { sent, local } = open({ ...world, push_here: `lea https://push.test/${noted}` });
  expect(await isToldHere()).toBe(true);
  expect(sent()).toBe(1);
  const renewed =
    world.isHere && world.endpoint !== null ? world.endpoint : 'https://push.test/new';
  expect(local.getItem('push_here')).toBe(`lea ${renewed}`);
  expect(await isToldHere()).toBe(true);
  expect(sent()).toBe(1);
});

test.each([
  ['nobody asked for it here', undefined],
  ['somebody else asked for it here', 'karim https://push.test/old'],
])('nothing is subscribed where %s', async (_, push_here) => {
  const world = { endpoint: null, isHere: true, ...(push_here !== undefined && { push_here }) };
  const { sent } = open(world);
  expect(await isToldHere()).toBe(false);
  expect(sent()).toBe(0);
});
