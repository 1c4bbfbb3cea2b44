import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  fitsSocket,
  initArguments,
  readLog,
  serverArguments,
  socketAddress,
  spawnOptions,
  startFailed,
  tryConnect,
} from './embedded-cluster.ts';
import { DatabaseRefused } from './database-refused.ts';
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
  const prefix = join(tmpdir(), 'feuilleton-');
  if (!fitsSocket(`${prefix}XXXXXX`)) throw new DatabaseRefused('path', { folder: tmpdir() });
  const data = await mkdtemp(prefix);
  const cluster = { bin, runsAs, data };
  const log = await open(join(data, 'log'), 'a+');
  // `initdb` wants an empty folder.
  await rm(join(data, 'log'));
  if (runsAs) await chown(data, runsAs.uid, runsAs.gid);
  // Its folder and its socket are its user's alone, and root's.
  const init = [...initArguments(cluster), '--auth=trust', '--no-sync'].join(' ');
  const args = serverArguments(cluster, { ...withoutDisk, ...settings });
  const guard = spawn('sh', ['-c', guardScript, 'sh', data, bin, init, ...args], {
    ...spawnOptions(cluster),
    stdio: ['pipe', log.fd, log.fd],
  });
  const address = socketAddress(data);
  const release = async () => {
    if (guard.exitCode !== null || guard.signalCode !== null) return;
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

/**
 * Its pipe closes when the process at the other end calls for it, or ends. What a shell starts in the
 * background ignores SIGQUIT until it has handlers of its own, which PostgreSQL has some time after
 * `initdb`: the signal is repeated.
 */
const guardScript = `
folder=$1 bin=$2 init=$3
shift 3
exec 3<&0
{ "$bin/initdb" $init && exec "$bin/postgres" "$@"; } </dev/null 3<&- &
postgres=$!
stop() { while kill -QUIT $postgres 2>/dev/null; do sleep 0.1; done; }
trap stop TERM
{ read -r _ <&3; stop; } &
reader=$!
wait $postgres
kill $reader
cd / && rm -rf "$folder"
`;
