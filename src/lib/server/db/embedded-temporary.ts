import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  initCluster,
  readLog,
  serverArguments,
  socketAddress,
  spawnOptions,
  startFailed,
  tryConnect,
} from './embedded-cluster.ts';
import { chooseUser, findPrograms } from './embedded-programs.ts';

const pollMs = 20;

/** A PostgreSQL of the moment. */
export type TemporaryPostgres = { address: string; release: () => Promise<void> };

/**
 * Starts a PostgreSQL in a temporary folder, which is removed with it on `release`, or when this
 * process ends, however it ends. Nothing waits for the disk.
 * @param settings PostgreSQL's, added to those for a small machine.
 * @throws DatabaseRefused
 */
export async function openTemporary(
  settings: Record<string, string> = {},
): Promise<TemporaryPostgres> {
  const runsAs = await chooseUser(null);
  const { bin } = await findPrograms(runsAs);
  const data = await mkdtemp(join(tmpdir(), 'feuilleton-'));
  if (runsAs) await chown(data, runsAs.uid, runsAs.gid);
  const cluster = { bin, runsAs, data };
  await initCluster(cluster, ['--no-sync']).catch(async (error: unknown) => {
    await rm(data, { recursive: true, force: true });
    throw error;
  });
  const log = await open(join(data, 'log'), 'a+');
  const args = serverArguments(cluster, { ...withoutDisk, ...settings });
  const guard = spawn('sh', ['-c', guardScript, 'sh', data, join(bin, 'postgres'), ...args], {
    ...spawnOptions(cluster),
    stdio: ['pipe', log.fd, log.fd],
  });
  const address = socketAddress(data);
  const release = async () => {
    if (guard.exitCode !== null) return;
    guard.ref();
    const ended = once(guard, 'exit');
    guard.stdin?.end();
    await ended;
  };
  try {
    for (;;) {
      const seen = await tryConnect(address);
      if (typeof seen === 'object') {
        await seen.end();
        break;
      }
      if (guard.exitCode !== null) throw await startFailed(tmpdir(), await readLog(log, 0));
      await sleep(pollMs);
    }
  } finally {
    await log.close();
  }
  // Neither keeps this process running.
  guard.unref();
  if (guard.stdin instanceof Socket) guard.stdin.unref();
  return { address, release };
}

const withoutDisk = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Its pipe closes when the process at the other end calls for it, or ends. */
const guardScript = `
folder=$1; shift
clean() {
  trap '' TERM
  kill -QUIT "$(head -n 1 postmaster.pid 2>/dev/null)" 2>/dev/null
  wait
  cd / && rm -rf "$folder"
}
trap exit TERM
trap clean EXIT
{ "$@" </dev/null; kill $$; } &
read -r _
`;
