import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkPictures } from '#scripts/doctor/pictures.ts';
import type { App } from '#server/app.ts';
import { dumpDatabase } from '#server/backup/dump-database.ts';
import type { S3Settings } from '#server/core/config/s3.ts';
import { imageVariants } from '#server/core/db/schema/catalogue.ts';
import { pictureObjects } from '#server/core/db/schema/picture-objects.ts';
import { startS3, type SandboxS3 } from '#sandbox/s3/start-s3.ts';
import { openTestApp } from '../world/app.ts';
import { createDatabase, createEmptyDatabase } from '../world/databases.ts';
import { addNovel } from '../world/novels.ts';

vi.setConfig({ testTimeout: 240_000 });

const command = fileURLToPath(new URL('../../scripts/feuilleton.ts', import.meta.url));
/** Of nine files each. */
const novelCount = 2;
let folder: string;
let s3: SandboxS3;
let url: string;
/** Of a site that has no bucket yet, and one that has. */
let before: App;
let app: App;
let total: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-pictures-'));
});
beforeEach(async () => {
  s3 = await startS3({ host: '127.0.0.1', port: 0 });
  url = await createDatabase();
  before = await openTestApp({ DATABASE_URL: url });
  app = await openTestApp({ DATABASE_URL: url, ...s3.environment });
  for (let index = 0; index < novelCount; index++) {
    const background = { r: index * 9, g: 80, b: 90 };
    const cover = await sharp({ create: { width: 600, height: 900, channels: 3, background } })
      .png()
      .toBuffer();
    await addNovel(before, { title: `Roman ${index}`, cover });
  }
  total = await app.db.$count(imageVariants);
});
afterEach(async () => {
  await before.close();
  await app.close();
  await s3.stop();
});
afterAll(() => rm(folder, { recursive: true }));

type Run = { code: number; output: string };

const environmentOf = (more: Record<string, string>) => ({
  ...process.env,
  FEUILLETON_MODE: 'test',
  DATABASE_URL: url,
  ...s3.environment,
  ...more,
});

async function runWith(more: Record<string, string>, ...argv: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environmentOf(more) };
    execFile(process.execPath, [command, ...argv], options, (error, output, errors) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, output: (output + errors).replaceAll('\u00A0', ' ') });
    });
  });
}
const run = (...argv: string[]) => runWith({}, ...argv);

/** The pictures' bytes by their rows, wherever they are. */
async function contents({ db }: App): Promise<Map<string, string>> {
  const rows = await db.select().from(imageVariants);
  return new Map(
    rows.map(({ hash, width, format, bytes, objectKey }) => {
      const held = objectKey === null ? bytes : s3.objects.get(objectKey);
      return [`${hash}-${width}.${format}`, Buffer.from(held ?? '').toString('base64')];
    }),
  );
}
const inDatabase = () => app.db.$count(imageVariants, isNull(imageVariants.objectKey));

test('moves pictures to the bucket and back, and changes none', async () => {
  const bytes = await contents(app);
  expect(await run('pictures', 'count')).toEqual({
    code: 0,
    output: `${total} fichiers dans la base, 0 fichier dans S3.\n`,
  });
  const moved = await run('pictures', 'move');
  expect(moved.code).toBe(0);
  expect(moved.output).toContain(`Déplacés : ${total} fichiers`);
  expect(await inDatabase()).toBe(0);
  expect(await contents(app)).toEqual(bytes);
  expect(await run('pictures', 'move')).toMatchObject({ code: 0 });
  expect(s3.objects.size).toBe(total);
  expect((await run('pictures', 'move', '--back')).code).toBe(0);
  expect(await inDatabase()).toBe(total);
  expect(await contents(app)).toEqual(bytes);
  expect(s3.objects.size).toBe(0);
  expect(await app.db.$count(pictureObjects)).toBe(0);
});

test.each([[[]], [['--back']]])('goes on after being killed: move %s', async (options) => {
  const bytes = await contents(app);
  if (options.length > 0) await run('pictures', 'move');
  const wanted = options.length > 0 ? total : 0;
  const asked = s3.asked.length;
  const moving = spawn(process.execPath, [command, 'pictures', 'move', ...options], {
    cwd: folder,
    env: environmentOf({}),
    stdio: 'ignore',
  });
  await expect.poll(() => s3.asked.length, { timeout: 60_000 }).toBeGreaterThan(asked + 4);
  moving.kill('SIGKILL');
  await once(moving, 'exit');
  expect(await contents(app)).toEqual(bytes);
  // PostgreSQL may still be ending the killed one's session, and its lock.
  await expect
    .poll(async () => (await run('pictures', 'move', ...options)).code, { timeout: 60_000 })
    .toBe(0);
  expect(await inDatabase()).toBe(wanted);
  expect(await contents(app)).toEqual(bytes);
});

test('says what it could not move, and moves the rest', async () => {
  s3.setMood('full');
  const refused = await run('pictures', 'move');
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('S3 n’a plus de place');
  expect(refused.output).toContain(`Restent : ${total} fichiers`);
  s3.setMood('well');
  expect((await run('pictures', 'move')).code).toBe(0);
  const lost = [...s3.objects.keys()][0] ?? '';
  s3.objects.delete(lost);
  const back = await run('pictures', 'move', '--back');
  expect(back.code).toBe(1);
  expect(back.output).toContain(`manque dans S3 : ${lost}`);
  expect(await inDatabase()).toBe(total - 1);
});

test('a backup contains the pictures of the bucket; a restore leaves the bucket alone', async () => {
  const bytes = await contents(app);
  await run('pictures', 'move');
  const file = join(folder, 'sauvegarde.jsonl.gz');
  const saved = await run('backup', file);
  expect(saved).toMatchObject({ code: 0 });
  expect(saved.output).toContain(`${total} fichiers d’images lus`);
  const held = new Map(s3.objects);
  const empty = await createEmptyDatabase();
  const restored = await runWith({ DATABASE_URL: empty }, 'restore', file);
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.output).toContain('sont dans la base');
  const other = await openTestApp({ DATABASE_URL: empty });
  try {
    expect(await contents(other)).toEqual(bytes);
    expect(await other.db.$count(imageVariants, isNull(imageVariants.objectKey))).toBe(total);
    expect(await other.db.$count(pictureObjects)).toBe(0);
    expect(s3.objects).toEqual(held);
  } finally {
    await other.close();
  }
});

test('a backup without its pictures is refused, or says how many it lacks', async () => {
  await run('pictures', 'move');
  const dump = ({ db, clock, bucket }: Pick<App, 'db' | 'clock' | 'bucket'>) =>
    dumpDatabase({ db, clock, bucket }, () => Promise.resolve());
  await expect(dump(before)).rejects.toMatchObject({ reason: 'unset' });
  s3.setMood('garbage');
  await expect(dump(app)).rejects.toMatchObject({ reason: 'nonsense' });
  s3.setMood('well');
  s3.objects.delete([...s3.objects.keys()][0] ?? '');
  const file = join(folder, 'sauvegarde.jsonl.gz');
  const partly = await run('backup', file);
  expect(partly.code).toBe(1);
  expect(partly.output).toContain('1 fichier d’image manque');
});

test('doctor tries the bucket', async () => {
  const about = async (changed: Partial<S3Settings> = {}) => {
    const { config } = app;
    const s3Changed = config.s3 && { ...config.s3, ...changed };
    const findings = await checkPictures({ ...config, s3: s3Changed });
    return findings.map(({ level, text }) => `${level} ${text.replaceAll('\u00A0', ' ')}`);
  };
  const took = 'fine S3 prend, rend et efface un fichier';
  expect(await about()).toEqual([took, 'notice toutes sont dans la base']);
  await run('pictures', 'move');
  const read = `fine ${total} fichiers sont dans S3, l’un d’eux a été lu`;
  expect(await about()).toEqual([took, read]);
  expect(await checkPictures(before.config)).toMatchObject([{ level: 'fault' }]);
  expect(await about({ secretKey: 'another' })).toEqual([
    'fault S3 refuse les clés (S3_ACCESS_KEY, S3_SECRET_KEY)',
  ]);
  expect(await about({ bucket: 'missing' })).toEqual([
    'fault le compartiment n’existe pas (S3_BUCKET)',
  ]);
  expect(s3.objects.size).toBe(total);
  s3.setMood('public');
  expect((await about())[1]).toContain('fault le compartiment est public');
  s3.setMood('well');
  s3.objects.clear();
  expect((await about())[1]).toContain('l’un d’eux n’y est pas');
});
