import { execFile } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DatabaseRefused } from './database-refused.ts';
import {
  diskFull,
  fitsSocket,
  initCluster,
  socketAddress,
  type Cluster,
} from './embedded-cluster.ts';
import { checkData, dataOf, hasCode, ownerOf } from './embedded-folder.ts';
import { chooseUser, findPrograms, type RunsAs } from './embedded-programs.ts';
import { sqlStates } from './sql-state.ts';

/** The cluster of a folder: its log, and the address of its socket for this process. */
export type EmbeddedCluster = Cluster & { log: string; address: string };

const removalTries = 100;
const removalPauseMs = 100;

/** Data that `initdb` has not finished, with the process that makes it. */
const unfinished = /^postgres\.new\.(\d+)$/;

/**
 * The cluster of a folder, made if there is none.
 * @throws DatabaseRefused
 */
export async function prepareCluster(root: string): Promise<EmbeddedCluster> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const data = dataOf(root);
  const runsAs = await chooseUser((await ownerOf(data)) ?? (await ownerOf(root)));
  const { bin, major } = await findPrograms(runsAs);
  if (!(await checkData(root, major))) await makeData(root, { bin, runsAs });
  const log = join(root, 'postgres.log');
  return { bin, runsAs, data, log, address: socketAddress(shortPath(data)) };
}

/** Makes the data folder under a temporary name and renames it, so that an interrupted `initdb` is repeated. */
async function makeData(root: string, programs: Omit<Cluster, 'data'>): Promise<void> {
  for (const name of await readdir(root)) {
    const [, maker] = unfinished.exec(name) ?? [];
    if (maker !== undefined && !isMaking(Number(maker))) {
      await remove(join(root, name));
    }
  }
  const data = join(root, `postgres.new.${process.pid}`);
  await makeFolder(data, programs.runsAs);
  try {
    await initCluster({ ...programs, data });
    await rename(data, dataOf(root));
  } catch (error) {
    await remove(data);
    // Another process was first.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

/** In a container every start may have the same id. */
function isMaking(pid: number): boolean {
  return pid !== process.pid && isAlive(pid);
}

/** Whether there is a process of this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

async function makeFolder(folder: string, runsAs: RunsAs): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (!runsAs) return;
  const made = await open(folder, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    await made.chown(runsAs.uid, runsAs.gid);
  } finally {
    await made.close();
  }
}

/**
 * For root, in a folder of somebody who may put a link into it meanwhile: Node's `rm` would follow it.
 * An `initdb` whose maker was killed may still write there, which makes `rm` fail: it ends as soon as
 * it misses a file.
 */
async function remove(folder: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await promisify(execFile)('rm', ['-rf', '--', folder], {
        env: { ...process.env, LC_ALL: 'C' },
      });
      return;
    } catch (error) {
      const isFilled = String(error).includes('Directory not empty');
      if (!isFilled || tries === removalTries) throw error;
      await sleep(removalPauseMs);
    }
  }
}

/** A path of the data's folder that is short enough for a socket. */
function shortPath(data: string): string {
  if (fitsSocket(data)) return data;
  if (process.platform !== 'linux') throw new DatabaseRefused('path', { folder: data });
  // Never closed: this process connects by it as long as it runs.
  return `/proc/self/fd/${openSync(data, 'r')}`;
}

/** What an error of the system means for a folder. */
export function refusalOf(error: unknown, root: string): unknown {
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST')) {
    return new DatabaseRefused('folder', { folder: root }, { cause: error });
  }
  if (hasCode(error, sqlStates.tooManyConnections)) {
    return new DatabaseRefused('connections', { folder: root });
  }
  return hasCode(error, 'ENOSPC', 'EDQUOT') ? diskFull(error) : error;
}
