import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';

const locked = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        resolved: z.string().optional(),
        optionalDependencies: z.record(z.string(), z.string()).default({}),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8'))).packages;

/** Where npm looks for a package that one of these folders needs: in it, then in those around it. */
function isLocked(folder: string, name: string): boolean {
  const inside = folder === '' ? '' : `${folder}/`;
  if (locked[`${inside}node_modules/${name}`]) return true;
  return folder !== '' && isLocked(folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

test('the lock has the packages of every platform, and names no registry: `npm ci` takes it', () => {
  const missing = Object.entries(locked).flatMap(([folder, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(folder, name)),
  );
  expect(missing).toEqual([]);
  const addresses = Object.values(locked).flatMap(({ resolved }) => resolved ?? []);
  expect(addresses.filter((each) => !each.startsWith('https://registry.npmjs.org/'))).toEqual([]);
});

test.each([
  ['18.20.4', 1],
  ['20.18.3', 1],
  ['20.19.0', 0],
  ['24.21.0', 0],
])('an installation with Node %s ends with %i', (version, code) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-node.mjs'], {
    encoding: 'utf8',
    env: {
      npm_package_engines_node: '>=20.19',
      npm_config_user_agent: `npm/10.8.2 node/v${version} linux x64 workspaces/false`,
    },
  });
  expect(status).toBe(code);
  expect(stderr).toContain(code === 0 ? '' : 'Node 20.19 ou une version plus récente');
});

const work = `
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { whileAlone } from './scripts/while-alone.mjs';
await whileAlone(async () => {
  appendFileSync(process.argv[1], 'begins ');
  await sleep(Number(process.argv[2]));
  appendFileSync(process.argv[1], 'ends ');
});
`;

test(
  'of processes that install or build at once one works at a time, also after one was killed',
  { tags: 'slow' },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'feuilleton-alone-'));
    const log = join(folder, 'log');
    writeFileSync(log, '');
    const begin = (workMs: number) => {
      const args = ['--input-type=module', '-e', work, log, String(workMs)];
      return spawn(process.execPath, args, { stdio: 'inherit' });
    };
    // At work until it is killed, however slow the machine is.
    const killed = begin(600_000);
    await vi.waitFor(() => expect(readFileSync(log, 'utf8')).toBe('begins '), 10_000);
    const others = [begin(300), begin(300), begin(300)];
    killed.kill('SIGKILL');
    expect(await Promise.all(others.map((one) => once(one, 'exit')))).toEqual(
      others.map(() => [0, null]),
    );
    expect(readFileSync(log, 'utf8')).toBe(`begins ${'begins ends '.repeat(3)}`);
    await rm(folder, { recursive: true });
  },
);

test('a process does not wait for one of before the machine was started, whose id another has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-alone-'));
  const log = join(folder, 'log');
  mkdirSync('.cache/alone', { recursive: true });
  const left = `.cache/alone/${process.pid}.left`;
  writeFileSync(left, '', { flag: 'wx' });
  utimesSync(left, 0, 0);
  const next = spawn(process.execPath, ['--input-type=module', '-e', work, log, '0']);
  try {
    expect(await once(next, 'exit')).toEqual([0, null]);
  } finally {
    next.kill();
    await rm(left, { force: true });
    await rm(folder, { recursive: true });
  }
});
