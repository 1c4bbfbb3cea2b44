import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  namePeers,
  openOwned,
  readLog,
  serverArguments,
  spawnOptions,
  startFailed,
  tryConnect,
} from './embedded-cluster.ts';
import { DatabaseRefused } from './database-refused.ts';
import { hasCode } from './embedded-folder.ts';
import { isAlive, type EmbeddedCluster } from './embedded-make.ts';

const pollMs = 20;
const passingMs = 200;
/** A recovery after a crash reads what was written since the last checkpoint. */
const startTimeoutMs = 5 * 60_000;
/** Of one that runs: it says at once that it recovers. */
const answerTimeoutMs = 10_000;
const stopTimeoutMs = 60_000;
const longestLogBytes = 1024 * 1024;
const pidFile = 'postmaster.pid';
/** Of `postmaster.pid`, from 0. */
const statusLine = 7;
const socketLock = '.s.PGSQL.5432.lock';
/** Another process starts it at this moment, or what it left after a crash is about to end. */
const passing = /lock file "\S+" already exists|pre-existing shared memory block/;

/**
 * Connects to PostgreSQL, and starts it if it does not run, whatever a crash has left.
 * @throws DatabaseRefused `diskFull`, `start`, `connections`, `unanswering`; an error of `signal`
 */
export async function connectOrStart(
  cluster: EmbeddedCluster,
  signal: AbortSignal,
): Promise<pg.Client> {
  const startedMs = performance.now();
  let answeredMs = startedMs;
  let started: Started | null = null;
  for (;;) {
    signal.throwIfAborted();
    const seen = await tryConnect(cluster.address);
    if (typeof seen === 'object') return seen;
    if (started && started.child.exitCode !== null) {
      const said = await readOwnLog(cluster, started.position);
      started = null;
      if (!passing.test(said)) throw await startFailed(cluster.data, said);
      await sleep(passingMs);
    } else if (!started && seen === 'absent' && (await findServer(cluster)) === null) {
      started = await start(cluster);
    }
    const nowMs = performance.now();
    if (seen === 'passing' || (seen === 'absent' && started)) answeredMs = nowMs;
    if (nowMs - answeredMs > answerTimeoutMs) await refuse(cluster, seen);
    if (nowMs - startedMs > startTimeoutMs) {
      throw await startFailed(cluster.data, await readOwnLog(cluster, 0));
    }
    await sleep(pollMs);
  }
}

/** Of a PostgreSQL that runs and lets nobody in. */
async function refuse(cluster: EmbeddedCluster, seen: unknown): Promise<void> {
  const folder = cluster.data;
  if (seen === 'full') throw new DatabaseRefused('connections', { folder });
  const pid = await findServer(cluster);
  if (pid !== null) throw new DatabaseRefused('unanswering', { folder, pid });
}

type Started = { child: ChildProcess; position: number };

async function start(cluster: EmbeddedCluster): Promise<Started> {
  await releasePid(cluster);
  await namePeers(cluster);
  const log = await openLog(cluster);
  const { size: position } = await log.stat();
  const child = spawn(join(cluster.bin, 'postgres'), serverArguments(cluster), {
    ...spawnOptions(cluster),
    // A file: it goes on when this process has ended.
    stdio: ['ignore', log.fd, log.fd],
  });
  // It has an exit code then too, as where the folder was removed.
  child.on('error', () => undefined);
  child.unref();
  await log.close();
  return { child, position };
}

async function openLog(cluster: EmbeddedCluster): Promise<FileHandle> {
  const { log: path, runsAs } = cluster;
  const flags = constants.O_RDWR | constants.O_APPEND;
  const made = await open(path, flags | constants.O_CREAT | constants.O_EXCL, 0o600).catch(
    (error: unknown) => {
      if (hasCode(error, 'EEXIST')) return null;
      throw error;
    },
  );
  // The owner may be the next to start it.
  if (made && runsAs) await made.chown(runsAs.uid, runsAs.gid);
  const log = made ?? (await openOwned(cluster, path, flags));
  if ((await log.stat()).size > longestLogBytes) await log.truncate();
  return log;
}

/** What the log says from a position on. */
async function readOwnLog(cluster: EmbeddedCluster, position: number): Promise<string> {
  const log = await openOwned(cluster, cluster.log, constants.O_RDONLY);
  try {
    return await readLog(log, position);
  } finally {
    await log.close();
  }
}

/**
 * The id of the PostgreSQL that has the data, or null. A file of a crash may name a process that
 * has ended, or by now another program.
 */
async function findServer(cluster: EmbeddedCluster): Promise<number | null> {
  const pid = await readPid(cluster);
  return pid !== null && isAlive(pid) && (await isServer(pid, cluster)) ? pid : null;
}

async function readPid({ data }: EmbeddedCluster): Promise<number | null> {
  try {
    return parseInt(await readFile(join(data, pidFile), 'utf8')) || null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whether a process is the PostgreSQL of this data, which is where it runs. */
async function isServer(pid: number, { data }: EmbeddedCluster): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    const [name, folder, own] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8'),
      stat(`/proc/${pid}/cwd`),
      stat(data),
    ]);
    return name.trim() === 'postgres' && folder.ino === own.ino && folder.dev === own.dev;
  } catch {
    // It has ended, or is another user's.
    return false;
  }
}

/**
 * PostgreSQL does not start while the process that its file names is alive, except its own parent:
 * where another program has the id, the file is given ours. Removed, it could not be asked whether
 * what a crash left still uses the memory. One that another process has started meanwhile keeps its
 * file: without it PostgreSQL ends.
 */
export async function releasePid(cluster: EmbeddedCluster): Promise<void> {
  // Read and written by one handle: a PostgreSQL that starts now makes another file of this name.
  const path = join(cluster.data, pidFile);
  const file = await openOwned(cluster, path, constants.O_RDWR).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (!file) return;
  try {
    const text = await file.readFile('utf8');
    const pid = parseInt(text);
    if (!pid || !isAlive(pid) || (await isServer(pid, cluster))) return;
    // Never shorter than it was: an empty file keeps PostgreSQL from starting.
    const own = (old: string) => String(process.pid).padEnd(old.length);
    await file.write(text.replace(/^\d+/, own), 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await rm(join(cluster.data, socketLock), { force: true });
}

/**
 * Whether PostgreSQL was told to end (SIGTERM, as systemd ends a unit): it lets nobody in any more, and
 * goes on until its clients have left.
 */
export async function isStopping({ data }: EmbeddedCluster): Promise<boolean> {
  const text = await readFile(join(data, pidFile), 'utf8').catch(() => '');
  return text.split('\n')[statusLine]?.trim() === 'stopping';
}

/** Stops PostgreSQL, which rolls back open transactions, and waits for its end. */
export async function stopServer(cluster: EmbeddedCluster): Promise<void> {
  const pid = await findServer(cluster);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  const startedMs = performance.now();
  while ((await findServer(cluster)) === pid && performance.now() - startedMs < stopTimeoutMs) {
    await sleep(pollMs);
  }
}
