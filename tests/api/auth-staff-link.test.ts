import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { createLog } from '#server/core/log.ts';
import { identities, staffLinks } from '#server/core/db/schema/identity.ts';
import { giveRole } from '#server/people/identity/roles.ts';
import {
  createStaffLink,
  isStaffLinkValid,
  sweepStaffLinks,
} from '#server/people/identity/staff-links.ts';
import { paths } from '#shared/site/paths.ts';
import { openTestApp, type TestClock } from '../world/app.ts';
import { startScriptedProvider, type ScriptedProvider } from '../world/identity-provider.ts';
import { addUser } from '../world/people.ts';
import { locationOf, SignInBrowser } from '../world/sign-in.ts';

const hourMs = 3_600_000;

let app: App & { clock: TestClock };
let google: ScriptedProvider;
const logged: string[] = [];

beforeAll(async () => {
  google = await startScriptedProvider('google');
  app = await openTestApp(google.environment, {
    log: createLog('debug', { write: (line: string) => void logged.push(line) }),
  });
});
afterAll(async () => {
  await app.close();
  await google.stop();
});

const addAdmin = (email = 'camille@exemple.test') =>
  addUser(app, { name: 'Camille Martin', role: 'admin', email });

const post = (browser: SignInBrowser, token: string, init: RequestInit = {}) =>
  browser.get(paths.staffSignIn, {
    method: 'POST',
    body: new URLSearchParams({ jeton: token }),
    ...init,
  });

test('signs an admin in, once, with a cookie of the browser', async () => {
  const admin = await addAdmin();
  const { token } = await createStaffLink(app, admin.id);
  const browser = new SignInBrowser(app);
  const answer = await post(browser, token);
  expect(answer.status).toBe(303);
  expect(await browser.person(answer)).toMatchObject({ id: admin.id, role: 'admin' });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');

  const again = await post(new SignInBrowser(app), token);
  expect(locationOf(again)).toBe('/acces');
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(logged.join('')).not.toContain(token);
});

test('pressed twice at once, it signs in once', async () => {
  const { token } = await createStaffLink(app, (await addAdmin('deux@exemple.test')).id);
  const answers = await Promise.all(
    ['192.0.2.1', '192.0.2.2'].map((address) => post(new SignInBrowser(app, address), token)),
  );
  const places = answers.map((answer) => locationOf(answer).split('?')[0]);
  expect(places.toSorted()).toEqual(['/acces', '/auth/success']);
});

test('looking at it does not use it up', async () => {
  const { token } = await createStaffLink(app, (await addAdmin('vue@exemple.test')).id);
  expect(await isStaffLinkValid(app, token)).toBe(true);
  expect(await isStaffLinkValid(app, token)).toBe(true);
});

test('works for an hour, and is then deleted', async () => {
  const { token } = await createStaffLink(app, (await addAdmin('heure@exemple.test')).id);
  app.clock.advance(hourMs - 1);
  expect(await isStaffLinkValid(app, token)).toBe(true);
  app.clock.advance(1);
  expect(await isStaffLinkValid(app, token)).toBe(false);
  expect(locationOf(await post(new SignInBrowser(app), token))).toBe('/acces');
  await sweepStaffLinks({ ...app, clock: { now: () => new Date(app.clock.now().getTime() + 1) } });
  expect(await app.db.$count(staffLinks)).toBe(0);
});

test('of somebody who is no longer staff, it signs nobody in', async () => {
  const admin = await addAdmin('ancien@exemple.test');
  const { token } = await createStaffLink(app, admin.id);
  await giveRole(app, admin.id, 'reader');
  expect(locationOf(await post(new SignInBrowser(app), token))).toBe('/acces');
});

test.each(['', 'court', 'é'.repeat(43), `${'a'.repeat(42)}'`])(
  'an invented link is none: %s',
  async (token) => {
    expect(await isStaffLinkValid(app, token)).toBe(false);
    expect(locationOf(await post(new SignInBrowser(app), token))).toBe('/acces');
  },
);

test('a body that is no form leads to the page that says so', async () => {
  const answer = await post(new SignInBrowser(app), '', { body: '{}' });
  expect(locationOf(answer)).toBe('/acces');
});

test('guesses are limited like sign-ins', async () => {
  const browser = new SignInBrowser(app, '192.0.2.77');
  const statuses: number[] = [];
  for (let tries = 0; tries < 60 && statuses.at(-1) !== 429; tries++) {
    statuses.push((await post(browser, 'a'.repeat(43))).status);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('an account that a command made is joined by the provider that proves its address', async () => {
  const admin = await addAdmin('nadia@gmail.com');
  const answer = await new SignInBrowser(app, '192.0.2.9').signIn('google', google, {
    sub: 'nadia-1',
    email: 'nadia@gmail.com',
    email_verified: true,
    name: 'Nadia',
  });
  expect(locationOf(answer)).toMatch(/^\/auth\/success/);
  const [identity] = await app.db.select().from(identities);
  expect(identity?.userId).toBe(admin.id);
});
