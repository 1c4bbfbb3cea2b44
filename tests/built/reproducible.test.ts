import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = ['src', 'public', 'scripts', 'astro.config.mjs', 'tsconfig.json'];
const packages = ['package.json', 'package-lock.json'];

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'feuilleton-built-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** Every file of a build by its contents; what a start of the server adds is not of the build. */
async function listFiles(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of ['client', 'server']) {
    const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = join(entry.parentPath, entry.name);
      const hash = createHash('sha256').update(await readFile(file));
      found[file.slice(folder.length)] = hash.digest('hex');
    }
  }
  return found;
}

test('two builds, in other folders and with other settings, have the same files', async () => {
  const folder = join(parent, 'another', 'folder');
  await mkdir(folder, { recursive: true });
  for (const name of [...sources, ...packages]) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await run('cp', ['-a', join(root, 'node_modules'), folder]);
  const settings = {
    SITE_URL: 'https://autre.example',
    ANALYTICS_SRC: 'https://mesure.example/m.js',
    PUBLISHER_PHONE: '+33 9 99 99 99 99',
    SERVICE_WORKER: 'off',
  };
  await run(process.execPath, ['scripts/build.ts'], {
    cwd: folder,
    env: { ...process.env, ...settings },
  });
  const there = await listFiles(join(folder, 'dist'));
  expect(Object.keys(there).length).toBeGreaterThan(300);
  expect(there).toEqual(await listFiles(join(root, 'dist')));
});
