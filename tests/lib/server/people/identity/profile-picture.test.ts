import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { images, imageVariants } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import {
  createProfilePictures,
  type ProfilePictures,
} from '#server/people/identity/profile-picture.ts';
import { openTestApp } from '#tests/world/app.ts';
import { callEndpoint } from '#tests/world/call-endpoint.ts';
import { startScriptedProvider } from '#tests/world/identity-provider.ts';
import { addUser } from '#tests/world/people.ts';
import { SignInBrowser } from '#tests/world/sign-in.ts';

let app: App;
let server: Server;
let origin: string;
let answer: RequestListener;
let asked: string[];
let pictures: ProfilePictures;
let png: Buffer;

beforeAll(async () => {
  app = await openTestApp();
  png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a4243b' } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  asked = [];
  answer = (_, response) => response.end(png);
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pictures = createProfilePictures({ ...app, log: pino({ level: 'silent' }) }, origin);
  await app.db.delete(users);
  await app.db.delete(images);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
afterAll(() => app.close());

/** The address of a user's picture once everything is done. */
async function pictureAfter(url: string): Promise<string | null | undefined> {
  const { id } = await addUser(app);
  pictures.fetchLater(id, url);
  await pictures.close();
  const [user] = await app.db.select().from(users).where(eq(users.id, id));
  return user?.profileImage;
}

test('a picture is stored small and square, and served by the site', async () => {
  const address = await pictureAfter(`${origin}/lea.png`);
  expect(address).toMatch(/^\/images\/[0-9a-f]{32}-96\.webp$/);
  const response = await callEndpoint(app, address ?? '');
  expect(response.headers.get('content-type')).toBe('image/webp');
  const kept = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect(kept).toMatchObject({ format: 'webp', width: 96, height: 96 });
});

test('an existing picture stays', async () => {
  const { id } = await addUser(app, { profileImage: '/images/deja-la-96.webp' });
  pictures.fetchLater(id, `${origin}/lea.png`);
  await pictures.close();
  const [user] = await app.db.select().from(users).where(eq(users.id, id));
  expect(user?.profileImage).toBe('/images/deja-la-96.webp');
});

test.each([
  'https://ailleurs.test/lea.png',
  'http://lh3.googleusercontent.com/lea.png',
  'https://googleusercontent.com.ailleurs.test/lea.png',
  'https://evilgoogleusercontent.com/lea.png',
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:1/lea.png',
  'file:///etc/passwd',
  'pas une adresse',
])('nothing is asked of %s', async (url) => {
  expect(await pictureAfter(url)).toBeNull();
  expect(asked).toEqual([]);
});

const notPictures: [string, RequestListener][] = [
  ['text', (_, response) => response.end('<html>')],
  [
    'a drawing with a program in it',
    (_, response) => response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['nothing', (_, response) => response.end()],
  ['an error', (_, response) => response.writeHead(404).end(png)],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/lea.png' }).end()],
  ['more than a megabyte', (_, response) => response.end(Buffer.alloc(1024 * 1024 + 1))],
  [
    'half an answer',
    (_, response) =>
      response.writeHead(200, { 'content-length': '999999' }).write(png, () => response.destroy()),
  ],
];
test.each(notPictures)('%s is no picture', async (_, listener) => {
  answer = listener;
  expect(await pictureAfter(`${origin}/lea.png`)).toBeNull();
  expect(asked).toHaveLength(1);
  expect(await app.db.$count(imageVariants)).toBe(0);
});

test('production never requests an http host', async () => {
  pictures = createProfilePictures(
    { ...app, log: pino({ level: 'silent' }) },
    'https://accounts.google.com',
  );
  expect(await pictureAfter(`${origin}/lea.png`)).toBeNull();
  expect(await pictureAfter('https://accounts.google.com/lea.png')).toBeNull();
  expect(asked).toEqual([]);
});

test('a sign-in with Google brings the picture once', async () => {
  const google = await startScriptedProvider('google');
  const signedIn = await openTestApp(google.environment);
  // Served by the issuer's own host; its response is no picture.
  const claims = { sub: 'g-1', picture: `${google.issuer}/lea.png` };
  const browser = new SignInBrowser(signedIn);
  const response = await browser.signIn('google', google, claims);
  expect(await browser.person(response)).toMatchObject({ profileImage: null });
  await signedIn.profilePictures.close();
  expect(google.asked.other).toEqual(['/lea.png']);
  await signedIn.db.update(users).set({ profileImage: '/images/x-96.webp' });
  await browser.signIn('google', google, claims);
  await signedIn.profilePictures.close();
  expect(google.asked.other).toEqual(['/lea.png']);
  await signedIn.close();
  await google.stop();
});
