import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startS3, type SandboxS3 } from '#sandbox/s3/start-s3.ts';
import { objectKey, openBucket } from '#server/core/bucket.ts';
import { parseS3 } from '#server/core/config/s3.ts';

let s3: SandboxS3;
const bytes = Buffer.from('une image');
const key = objectKey(bytes);

beforeAll(async () => {
  s3 = await startS3({ host: '127.0.0.1', port: 0 });
});
afterEach(() => s3.setMood('well'));
afterAll(() => s3.stop());

function open(changed: Partial<SandboxS3['environment']> = {}) {
  const parsed = parseS3({ ...s3.environment, ...changed });
  if (!('s3' in parsed) || !parsed.s3) throw new Error('no bucket');
  return openBucket(parsed.s3, { read: 1_000, write: 1_000 });
}

test('gives back what was put, until it is removed', async () => {
  const bucket = open();
  await bucket.put(key, bytes);
  expect(await bucket.get(key)).toEqual(bytes);
  expect(await bucket.isPublic(key)).toBe(false);
  await bucket.remove(key);
  await bucket.remove(key);
  expect(await bucket.get(key)).toBeNull();
});

test.each([
  ['another secret', { S3_SECRET_KEY: 'another' }, 'SignatureDoesNotMatch'],
  ['another key', { S3_ACCESS_KEY: 'another' }, 'InvalidAccessKeyId'],
  ['another region', { S3_REGION: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
  ['a bucket that is not there', { S3_BUCKET: 'missing' }, 'NoSuchBucket'],
  ['a port where nobody listens', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'unreachable'],
])('%s is unavailable, and says so', async (_, changed, reason) => {
  const bucket = open(changed);
  const failed = { code: 'PICTURES_UNAVAILABLE', reason };
  await expect(bucket.put(key, bytes)).rejects.toMatchObject(failed);
  await expect(bucket.get(key)).rejects.toMatchObject(failed);
  await expect(bucket.remove(key)).rejects.toMatchObject(failed);
});

test.each(['garbage', 'cut'] as const)('what is not the object is refused: %s', async (mood) => {
  const bucket = open();
  await bucket.put(key, bytes);
  s3.setMood(mood);
  await expect(bucket.get(key)).rejects.toMatchObject({ reason: 'nonsense' });
});

test('a server that takes everything and is no bucket has stored and removed nothing', async () => {
  s3.setMood('garbage');
  await expect(open().put(key, bytes)).rejects.toMatchObject({ reason: 'nonsense' });
  await expect(open().remove(key)).rejects.toMatchObject({ reason: 'nonsense' });
});

test('a full bucket says so', async () => {
  s3.setMood('full');
  await expect(open().put(key, bytes)).rejects.toMatchObject({ reason: 'QuotaExceeded' });
});

test('a slow bucket is given up after a time, and gathers no requests without end', async () => {
  const bucket = open();
  s3.setMood('silent');
  const waiting = Array.from({ length: 64 + 512 }, () => bucket.get(key));
  const gaveUp = Promise.all(
    waiting.map((one) => expect(one).rejects.toMatchObject({ reason: 'timeout' })),
  );
  await expect(bucket.get(key)).rejects.toMatchObject({ reason: 'busy' });
  await gaveUp;
  s3.setMood('well');
  await bucket.put(key, bytes);
  expect(await bucket.get(key)).toEqual(bytes);
  // More than may ask at once wait for their turn.
  const burst = await Promise.all(Array.from({ length: 200 }, () => bucket.get(key)));
  expect(burst.every((one) => one?.equals(bytes))).toBe(true);
});
