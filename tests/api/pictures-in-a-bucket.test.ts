import { and, eq, isNotNull, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removeCover, setCover } from '#server/publishing/studio/novel-cover.ts';
import { isPicturesUnavailable } from '#server/core/bucket.ts';
import { lockKeys } from '#server/core/db/lock-keys.ts';
import { chapters, images, imageVariants, novels } from '#server/core/db/schema/catalogue.ts';
import { pictureObjects } from '#server/core/db/schema/picture-objects.ts';
import { textPictureVariants } from '#server/core/db/schema/text-pictures.ts';
import { sweepPictureObjects } from '#server/core/picture-bytes.ts';
import { sqlStateOf, sqlStates } from '#server/core/db/sql-state.ts';
import { addTextPicture } from '#shared/contracts/text-pictures.ts';
import { messages } from '#shared/messages.ts';
import { startS3, type SandboxS3 } from '#sandbox/s3/start-s3.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addNovel, removeAllNovels } from '../world/novels.ts';
import { signInAs, type TestBrowser } from '../world/people.ts';
import { addDraftNovel, publish, request, succeed, write } from '../world/studio.ts';

let s3: SandboxS3;
let app: Awaited<ReturnType<typeof openTestApp>>;
let author: TestBrowser;

beforeAll(async () => {
  s3 = await startS3({ host: '127.0.0.1', port: 0 });
  app = await openTestApp({ ...s3.environment, RATE_LIMIT_PER_MINUTE: '100000' });
  author = await signInAs(app, { role: 'author' });
});
afterEach(async () => {
  s3.setMood('well');
  await removeAllNovels(app);
  await makeOld();
  await sweepPictureObjects(app);
  expect([...s3.objects.keys()]).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await s3.stop();
});

const drawn = (colour: string) =>
  sharp({ create: { width: 600, height: 900, channels: 3, background: colour } })
    .png()
    .toBuffer();
const makeOld = () =>
  app.db.update(pictureObjects).set({ createdAt: sql`now() - interval '2 hours'` });
const places = async () => [
  ...(await app.db.select().from(imageVariants)),
  ...(await app.db.select().from(textPictureVariants)),
];

/** A novel with a cover, of whose variants there is the smallest. */
async function addCover(colour: string) {
  const { id } = await addNovel(app, { cover: await drawn(colour) });
  const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
  const hash = novel?.coverHash ?? '';
  const isAvif = and(eq(imageVariants.hash, hash), eq(imageVariants.format, 'avif'));
  const [variant] = await app.db.select().from(imageVariants).where(isAvif);
  if (!variant) throw new Error('no cover');
  return { id, hash, variant, path: `/images/${hash}-${variant.width}.avif` };
}

/** A novel whose one published chapter shows a picture. */
async function addChapterWithPicture(colour: string, isPremium: boolean) {
  const novel = await addDraftNovel(app, author);
  const [id = ''] = novel.chapterIds;
  const body = await drawn(colour);
  const picture = await succeed(app, author, addTextPicture, { params: { id }, body });
  const { hash, width, height } = picture;
  const html = `<figure><img data-picture="${hash}" alt="Une tour" width="${width}" height="${height}"></figure>`;
  const version = await write(app, author, id, `<p>Avant.</p>\n${html}`);
  await publish(app, author, id, version);
  await app.db.update(chapters).set({ isPremium, creditCost: 1 }).where(eq(chapters.id, id));
  return { id, picture, path: `/chapter/${id}/images/${hash}-480.webp` };
}

test('bytes are in the bucket, and the addresses are those of the database', async () => {
  const { variant, path } = await addCover('#123456');
  const chapter = await addChapterWithPicture('#214365', false);
  for (const { bytes, objectKey } of await places()) {
    expect(bytes).toBeNull();
    expect(s3.objects.has(objectKey ?? '')).toBe(true);
  }
  const cover = await callEndpoint(app, path);
  expect(cover.headers.get('cache-control')).toContain('immutable');
  expect(Buffer.from(await cover.arrayBuffer())).toEqual(s3.objects.get(variant.objectKey ?? ''));
  const shown = await callEndpoint(app, chapter.path);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(480);
});

test('who may not see a picture makes the bucket give nothing', async () => {
  const { path, picture } = await addChapterWithPicture('#321321', true);
  const before = s3.asked.length;
  expect((await callEndpoint(app, path)).status).toBe(404);
  expect(s3.asked).toHaveLength(before);
  expect((await callEndpoint(app, picture.address)).status).toBe(200);
});

test('an upload that the bucket does not take changes nothing, and says when to try again', async () => {
  const { id, hash } = await addCover('#456456');
  await app.db.update(novels).set({ ownerId: author.user.id }).where(eq(novels.id, id));
  s3.setMood('full');
  const bytes = await drawn('#654654');
  await expect(setCover(app, author.user, id, { bytes, crop: null })).rejects.toMatchObject({
    reason: 'QuotaExceeded',
  });
  const [novel] = await app.db.select().from(novels).where(eq(novels.id, id));
  expect(novel?.coverHash).toBe(hash);
  const draft = await addDraftNovel(app, author);
  const input = { params: { id: draft.chapterIds[0] ?? '' }, body: bytes };
  expect(await request(app, author, addTextPicture, input)).toMatchObject({
    status: 503,
    refusal: { error: 'UNAVAILABLE', message: messages.unavailable },
  });
  expect(await app.db.$count(textPictureVariants)).toBe(0);
});

test('a picture that is named but not there, or elsewhere, is unavailable and not absent', async () => {
  const { variant, path } = await addCover('#789789');
  s3.objects.delete(variant.objectKey ?? '');
  await expect(callEndpoint(app, path)).rejects.toSatisfy(isPicturesUnavailable);
  await expect(callEndpoint({ ...app, bucket: null }, path)).rejects.toMatchObject({
    reason: 'unset',
  });
});

test('a replaced cover leaves the bucket after an hour, the same one again stays', async () => {
  const { id, variant } = await addCover('#101010');
  await app.db.update(novels).set({ ownerId: author.user.id }).where(eq(novels.id, id));
  expect(await removeCover(app, author.user, id)).toBeNull();
  await sweepPictureObjects(app);
  expect(s3.objects.has(variant.objectKey ?? '')).toBe(true);
  const again = await addCover('#101010');
  await makeOld();
  await sweepPictureObjects(app);
  expect(s3.objects.has(variant.objectKey ?? '')).toBe(false);
  expect((await callEndpoint(app, again.path)).status).toBe(200);
});

test('what cannot be removed stays noted, and is removed the next time', async () => {
  await addCover('#202020');
  await app.db.delete(novels);
  await app.db.delete(images);
  await makeOld();
  s3.setMood('garbage');
  await expect(sweepPictureObjects(app)).rejects.toSatisfy(isPicturesUnavailable);
  expect(await app.db.$count(pictureObjects)).toBe(s3.objects.size);
  s3.setMood('well');
  await sweepPictureObjects(app);
  expect(await app.db.$count(pictureObjects)).toBe(0);
});

test('a picture that comes to name an object while it is removed is refused', async () => {
  const { hash } = await addCover('#303030');
  const key = 'pictures/late';
  const createdAt = sql`now() - interval '2 hours'`;
  await app.db.insert(pictureObjects).values({ key, createdAt });
  s3.setMood('silent');
  const sweeping = sweepPictureObjects(app);
  await expect.poll(() => s3.asked.at(-1)).toContain(key);
  const naming = app.db
    .insert(imageVariants)
    .values({ hash, width: 1, format: 'webp', objectKey: key });
  const refused = expect(naming).rejects.toSatisfy(
    (error) => sqlStateOf(error) === sqlStates.foreignKeyViolation,
  );
  s3.setMood('well');
  await Promise.all([sweeping, refused]);
  expect(await app.db.$count(imageVariants, isNotNull(imageVariants.bytes))).toBe(0);
});

test('nothing leaves the bucket while a backup reads it', async () => {
  const key = 'pictures/of-a-snapshot';
  const createdAt = sql`now() - interval '2 hours'`;
  await app.db.insert(pictureObjects).values({ key, createdAt });
  const lock = app.database.instanceLock(lockKeys.readBucket);
  expect(await lock.take()).toBe(true);
  await sweepPictureObjects(app);
  expect(await app.db.$count(pictureObjects, eq(pictureObjects.key, key))).toBe(1);
  await lock.release();
  await sweepPictureObjects(app);
  expect(await app.db.$count(pictureObjects, eq(pictureObjects.key, key))).toBe(0);
});
