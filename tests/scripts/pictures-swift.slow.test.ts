/** Pictures in a real server of S3's protocol: Debian's OpenStack Swift. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkPictures } from '#scripts/doctor/pictures.ts';
import type { App } from '#server/app.ts';
import { objectKey, openBucket } from '#server/core/bucket.ts';
import { parseS3 } from '#server/core/config/s3.ts';
import { imageVariants } from '#server/core/db/schema/catalogue.ts';
import { openTestApp } from '../world/app.ts';
import { createDatabase } from '../world/databases.ts';
import { addNovel } from '../world/novels.ts';
import { missing, startSwift, type Swift } from '../world/swift.ts';

const command = fileURLToPath(new URL('../../scripts/feuilleton.ts', import.meta.url));

describe.skipIf(missing)(`pictures in OpenStack Swift${missing && `: ${missing}`}`, () => {
  let swift: Swift;
  let url: string;
  let app: App;

  beforeAll(async () => {
    swift = await startSwift();
    url = await createDatabase();
    app = await openTestApp({ DATABASE_URL: url, ...swift.environment });
  });
  afterAll(async () => {
    await app.close();
    await swift.stop();
  });

  const open = (changed: Record<string, string> = {}) => {
    const parsed = parseS3({ ...swift.environment, ...changed });
    if (!('s3' in parsed) || !parsed.s3) throw new Error('no bucket');
    return openBucket(parsed.s3);
  };
  const bytes = Buffer.from('une image');
  const key = objectKey(bytes);

  test('it gives back what was put, to who has the key, until it is removed', async () => {
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
    ['another key', { S3_ACCESS_KEY: 'house:other' }, 'SignatureDoesNotMatch'],
    ['another region', { S3_REGION: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    ['a bucket that is not there', { S3_BUCKET: 'missing' }, 'NoSuchBucket'],
  ])('%s is unavailable, and says so', async (_, changed, reason) => {
    const failed = { code: 'PICTURES_UNAVAILABLE', reason };
    await expect(open(changed).put(key, bytes)).rejects.toMatchObject(failed);
    await expect(open(changed).get(key)).rejects.toMatchObject(failed);
  });

  test('pictures move there and back without a change, and doctor finds them', async () => {
    const background = { r: 20, g: 80, b: 90 };
    const image = sharp({ create: { width: 600, height: 900, channels: 3, background } });
    await addNovel(app, { title: 'Un roman', cover: await image.png().toBuffer() });
    const contents = async () => {
      const rows = await app.db.select().from(imageVariants);
      const read = rows.map(async (row) => {
        const bytes = row.bytes ?? (await open().get(row.objectKey ?? '')) ?? '';
        const digest = createHash('sha256').update(bytes).digest('hex');
        return `${row.hash}-${row.width}.${row.format} ${digest}`;
      });
      return (await Promise.all(read)).toSorted();
    };
    const inDatabase = () => app.db.$count(imageVariants, isNull(imageVariants.objectKey));
    const there = await contents();
    expect(there.length).toBeGreaterThan(4);
    await run('pictures', 'move', '--back');
    expect([await inDatabase(), await contents()]).toEqual([there.length, there]);
    await run('pictures', 'move');
    expect([await inDatabase(), await contents()]).toEqual([0, there]);
    const findings = await checkPictures(app.config);
    expect(findings.map(({ level }) => level)).toEqual(['fine', 'fine']);
  });

  test('a server that ends is named', async () => {
    await swift.stop();
    await expect(open().get(key)).rejects.toMatchObject({ reason: 'unreachable' });
  });

  async function run(...argv: string[]): Promise<void> {
    const env = {
      ...process.env,
      FEUILLETON_MODE: 'test',
      DATABASE_URL: url,
      ...swift.environment,
    };
    await new Promise<void>((resolve, reject) => {
      execFile(process.execPath, [command, ...argv], { env }, (error, output, errors) => {
        if (error) reject(new Error(output + errors));
        else resolve();
      });
    });
  }
});
