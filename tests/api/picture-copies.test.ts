import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '#server/app.ts';
import { textPictures } from '#server/core/db/schema/text-pictures.ts';
import { copyTextPicture } from '#shared/contracts/text-pictures.ts';
import { pictureLimits } from '#shared/text/text-pictures.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { signInAs } from '../world/people.ts';
import { addDraftNovel, request, succeed } from '../world/studio.ts';

let app: App;
let google: Server;
let asked: string[];
let answer: RequestListener;
let png: Buffer;
let author: Awaited<ReturnType<typeof signInAs>>;
let id: string;

/** Google's, as its Docs write it. */
const address = 'https://lh7-rt.googleusercontent.com/docsz/AD_4nXe?key=a-b_c';

beforeAll(async () => {
  png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#a4243b' } })
    .png()
    .toBuffer();
  google = createServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    answer(incoming, response);
  });
  // A connection that ends as the next test asks would be an answer of its own.
  google.keepAliveTimeout = 0;
  google.listen(0, '127.0.0.1');
  await once(google, 'listening');
  app = await openTestApp({
    GOOGLE_ISSUER: `http://127.0.0.1:${(google.address() as AddressInfo).port}`,
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'secret',
    RATE_LIMIT_PER_MINUTE: '100000',
  });
  author = await signInAs(app, { role: 'author' });
});
afterAll(async () => {
  google.closeAllConnections();
  google.close();
  await app.close();
});

/** What the server makes of a copied picture, after Google's answer. */
async function copy(listener: RequestListener, given = address) {
  asked = [];
  answer = listener;
  const novel = await addDraftNovel(app, author);
  id = novel.chapterIds[0] ?? '';
  const input = { params: { id }, body: { address: given } };
  const refused = async () => {
    const { status, refusal } = await request(app, author, copyTextPicture, input);
    return { status, ...refusal, kept: await app.db.$count(textPictures) };
  };
  return { input, refused };
}
const gives: RequestListener = (_, response) => response.end(png);

test('a picture of a copied document is fetched once by the server, and kept', async () => {
  const { input } = await copy(gives);
  const picture = await succeed(app, author, copyTextPicture, input);
  expect(asked).toEqual(['/docsz/AD_4nXe?key=a-b_c']);
  expect(picture).toMatchObject({ width: 300, height: 200 });
  const shown = await callEndpoint(app, picture.address);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  await app.db.delete(textPictures);
});

test.each([
  'http://lh7-rt.googleusercontent.com/docsz/AD',
  'https://googleusercontent.com.ailleurs.test/docsz/AD',
  'https://evilgoogleusercontent.com/docsz/AD',
  'https://lh7-rt.googleusercontent.com:8443/docsz/AD',
  'https://moi:secret@lh7-rt.googleusercontent.com/docsz/AD',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]:1/a.png',
  'file:///etc/passwd',
])('nothing is asked of %s', async (elsewhere) => {
  const { refused } = await copy(gives, elsewhere);
  const { status, error, kept } = await refused();
  expect({ status, error, kept }).toEqual({ status: 422, error: 'PICTURE_REFUSED', kept: 0 });
  expect(asked).toEqual([]);
});

test('what is no address is refused before anything', async () => {
  const { refused } = await copy(gives, 'carte.png');
  expect(await refused()).toMatchObject({ status: 400, kept: 0 });
  expect(asked).toEqual([]);
});

const faults: [string, RequestListener, string][] = [
  ['a page', (_, response) => response.end('<html>'), 'n’est pas une image'],
  ['nothing', (_, response) => response.end(), 'n’est pas une image'],
  ['an error', (_, response) => response.writeHead(403).end(png), 'n’a pas donné'],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: '/a.png' }).end(),
    'n’a pas donné',
  ],
  [
    'more than a picture may have',
    (_, response) => response.end(Buffer.alloc(pictureLimits.uploadBytes + 1)),
    'n’a pas donné',
  ],
  [
    'half an answer',
    (_, response) =>
      response.writeHead(200, { 'content-length': '999999' }).write(png, () => response.destroy()),
    'n’a pas donné',
  ],
  ['no answer', (incoming) => incoming.socket.destroy(), 'n’a pas donné'],
  [
    'an answer that never ends',
    (_, response) => response.writeHead(200).write('a'),
    'n’a pas donné',
  ],
];
test.each(faults)('%s from Google is said, and nothing is kept', async (_, listener, words) => {
  const { refused } = await copy(listener);
  const { status, message, kept } = await refused();
  expect({ status, kept }).toEqual({ status: 422, kept: 0 });
  expect(message).toContain(words);
  expect(asked).toHaveLength(1);
});

test('an author who may not write the chapter has nothing fetched', async () => {
  const { input } = await copy(gives);
  const other = await signInAs(app, { role: 'author' });
  expect((await request(app, other, copyTextPicture, input)).status).toBe(404);
  expect(asked).toEqual([]);
});
