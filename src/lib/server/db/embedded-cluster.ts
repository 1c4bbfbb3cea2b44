import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseRefused } from './database.ts';
import { listPeers, programEnvironment, type RunsAs } from './embedded-programs.ts';

/** Role and database of the embedded PostgreSQL. */
const superuser = 'postgres';
const peerMap = 'feuilleton';
const pollMs = 20;
const startTimeoutMs = 60_000;
/** Names the locale and nothing of the environment: the one it names may never have been generated. */
const initArguments = [
  `--username=${superuser}`,
  '--auth=peer',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C.UTF-8',
  '--no-instructions',
];

/** For a small machine: 17 MB while idle. `log`: what PostgreSQL does, and no statement's text. */
const smallMachine = {
  shared_buffers: '32MB',
  max_connections: '50',
  max_wal_size: '256MB',
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '2',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The programs, whom they run as, and the folder of their data, which is where they run. */
export type Cluster = { bin: string; runsAs: RunsAs; data: string };

/**
 * The folder of the data as its programs name it. They run in it and may not be able to enter the
 * folders above: root's checkout may lie in /root. PostgreSQL resolves `.` to a path.
 */
function ownFolder({ runsAs }: Cluster): string {
  return runsAs && process.platform === 'linux' ? '/proc/self/cwd' : '.';
}

/** How the programs of a cluster run: in its folder, as its user. */
export function spawnOptions({ runsAs, data }: Cluster) {
  // Detached: Ctrl+C in a terminal reaches our process alone, which stops PostgreSQL last.
  return { ...runsAs, cwd: data, env: programEnvironment, detached: true };
}

/**
 * Makes an empty database in an empty folder that belongs to `runsAs`.
 * @throws DatabaseRefused
 */
export async function initCluster(cluster: Cluster, extra: string[] = []): Promise<void> {
  const peers = await listPeers(cluster.runsAs);
  const child = spawn(
    join(cluster.bin, 'initdb'),
    ['-D', ownFolder(cluster), ...initArguments, ...extra],
    { ...spawnOptions(cluster), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw startFailed(said);
  // Files of the folder keep their owner.
  await writeFile(join(cluster.data, 'pg_hba.conf'), `local all all peer map=${peerMap}\n`);
  await writeFile(
    join(cluster.data, 'pg_ident.conf'),
    peers.map((peer) => `${peerMap} "${peer}" ${superuser}\n`).join(''),
  );
}

/** The arguments of `postgres` for a socket in `socketFolder`, as it names it. */
export function serverArguments(
  cluster: Cluster,
  socketFolder: string,
  settings: Record<string, string> = {},
): string[] {
  const all = {
    ...smallMachine,
    ...settings,
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  };
  return [
    '-D',
    ownFolder(cluster),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** An address of a socket's folder that `openPostgres` takes. */
export function socketAddress(folder: string): string {
  return `postgres://${superuser}@localhost/${superuser}?host=${encodeURIComponent(folder)}`;
}

/** Waits until PostgreSQL answers; throws its own words if it ends before. */
export async function waitForAnswer(
  address: string,
  child: ChildProcess,
  log: FileHandle,
): Promise<void> {
  const startedMs = performance.now();
  while (!(await answers(address))) {
    if (child.exitCode !== null || performance.now() - startedMs > startTimeoutMs) {
      const { buffer, bytesRead } = await log.read({ position: 0 });
      throw startFailed(buffer.toString('utf8', 0, bytesRead));
    }
    await sleep(pollMs);
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function startFailed(said: string): DatabaseRefused {
  return new DatabaseRefused('start', `PostgreSQL n’a pas démarré : ${said.trim().slice(-2_000)}`);
}
