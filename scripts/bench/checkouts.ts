import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from '../build.ts';
import { isSiteBuilt } from '../built-server.ts';
import { withTicks } from '../progress.ts';
import type { Cleanups } from './cleanups.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A checkout to measure, built. */
export type Checkout = { name: string; folder: string };

/** Builds this checkout where it has no build. */
export async function ensureSiteIsBuilt(): Promise<void> {
  if (isSiteBuilt()) return;
  await withTicks('Construction du site', () => build());
}

/** This checkout and, before it, the commit `against`, which it builds. */
export async function listCheckouts(
  against: string | undefined,
  cleanups: Cleanups,
): Promise<readonly Checkout[]> {
  const here = { name: 'ici', folder: root };
  if (against === undefined) return [here];
  const folder = await withTicks(`Construction de ${against}`, () =>
    buildOtherCheckout(against, cleanups),
  );
  return [{ name: against, folder }, here];
}

/**
 * Checks out and builds a commit in a folder of its own, with this checkout's packages where both lock
 * the same ones. Throws for an unknown commit.
 */
async function buildOtherCheckout(ref: string, cleanups: Cleanups): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'feuilleton-bench-'));
  cleanups.add(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'site');
  await run('git', ['worktree', 'add', '--detach', folder, ref], { cwd: root });
  cleanups.add(async () => {
    await run('git', ['worktree', 'remove', '--force', folder], { cwd: root });
  });
  await installPackages(folder);
  const environment = { ...process.env, FEUILLETON_MODE: 'test' };
  await run(process.execPath, ['scripts/build.ts'], { cwd: folder, env: environment });
  return folder;
}

async function installPackages(folder: string): Promise<void> {
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
