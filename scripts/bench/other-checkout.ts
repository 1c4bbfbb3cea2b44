/** Another commit of this repository, built in a folder of its own. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cleanups } from './cleanups.ts';

const run = promisify(execFile);

/**
 * Checks out and builds a commit, with this checkout's packages where both lock the same ones. Throws
 * for an unknown commit.
 */
export async function buildOtherCheckout(
  root: string,
  ref: string,
  cleanups: Cleanups,
): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'feuilleton-bench-'));
  cleanups.add(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'site');
  await run('git', ['worktree', 'add', '--detach', folder, ref], { cwd: root });
  cleanups.add(async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root });
  });
  await installPackages(root, folder);
  const environment = { ...process.env, FEUILLETON_MODE: 'test' };
  await run(process.execPath, ['scripts/build.ts'], { cwd: folder, env: environment });
  return folder;
}

async function installPackages(root: string, folder: string): Promise<void> {
  const lockOf = (checkout: string) => readFile(join(checkout, 'package-lock.json'), 'utf8');
  const packages = join(root, 'node_modules');
  if (existsSync(packages) && (await lockOf(root)) === (await lockOf(folder))) {
    await symlink(packages, join(folder, 'node_modules'));
    return;
  }
  // The packages of the lock file, beside those that are here already.
  await cp(packages, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  await run('npm', ['install', '--no-save', '--include=dev', '--prefer-offline'], { cwd: folder });
}
