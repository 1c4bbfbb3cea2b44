import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, statfs, type FileHandle } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DatabaseRefused } from './database-refused.ts';
import { hasCode } from './embedded-folder.ts';
import { listPeers, programEnvironment, type RunsAs } from './embedded-programs.ts';
import { sqlStates } from './sql-state.ts';

/** Role and database of the embedded PostgreSQL. */
const superuser = 'postgres';
const peerMap = 'feuilleton';
const wordsOfFailure = 2_000;
const connectTimeoutMs = 10_000;
/** Less than PostgreSQL's smallest piece of its log of writes. */
const fullDiskBytes = 16 * 1024 * 1024;
const socketName = '.s.PGSQL.5432';
/** The shortest limit of the systems that Node runs on, macOS's, with a margin. */
const longestSocketPath = 100;

/**
 * Names the locale and takes none of the environment, which may never have been generated. Search
 * asks the system which characters are letters (`lc-ctype`); macOS has no `C.UTF-8`.
 */
const initSettings = [
  `--username=${superuser}`,
  '--auth=peer',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
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

/** The arguments of `initdb`. */
export function initArguments(cluster: Cluster): string[] {
  return ['-D', ownFolder(cluster), ...initSettings];
}

/**
 * Makes an empty database in an empty folder that belongs to `runsAs`.
 * @throws DatabaseRefused
 */
export async function initCluster(cluster: Cluster): Promise<void> {
  const child = spawn(join(cluster.bin, 'initdb'), initArguments(cluster), {
    ...spawnOptions(cluster),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw await startFailed(cluster.data, said);
  await overwrite(cluster, 'pg_hba.conf', `local all all peer map=${peerMap}\n`);
  await namePeers(cluster);
}

/**
 * Names whom PostgreSQL lets in, before it starts: the folder may have another owner than when it was
 * made, and the same one another name.
 * @throws DatabaseRefused `nameless`
 */
export async function namePeers(cluster: Cluster): Promise<void> {
  const peers = await listPeers(cluster.runsAs);
  const map = peers.map((peer) => `${peerMap} "${peer}" ${superuser}\n`).join('');
  const file = 'pg_ident.conf';
  // Another process may start PostgreSQL, which reads it, at this moment.
  if ((await readFile(join(cluster.data, file), 'utf8')) === map) return;
  await overwrite(cluster, file, map);
}

/**
 * Opens a file that belongs to the owner of the data, who may have put another one in its place: for
 * root no link is followed, and no file of another user's is opened, which a hard link may be.
 * @throws DatabaseRefused `file`
 */
export async function openOwned(
  { runsAs }: Cluster,
  path: string,
  flags: number,
): Promise<FileHandle> {
  const refused = new DatabaseRefused('file', { file: path });
  const file = await open(path, flags | constants.O_NOFOLLOW).catch((error: unknown) => {
    throw hasCode(error, 'ELOOP') ? refused : error;
  });
  if (!runsAs || (await file.stat()).uid === runsAs.uid) return file;
  await file.close();
  throw refused;
}

async function overwrite(cluster: Cluster, name: string, text: string): Promise<void> {
  const file = await openOwned(cluster, join(cluster.data, name), constants.O_WRONLY);
  try {
    await file.truncate();
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The arguments of `postgres`, for a socket in the folder of its data. */
export function serverArguments(cluster: Cluster, settings: Record<string, string> = {}): string[] {
  const all = {
    ...smallMachine,
    ...settings,
    listen_addresses: '',
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
  };
  return [
    '-D',
    ownFolder(cluster),
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Whether a Unix socket can have its path in this folder. */
export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketName)) <= longestSocketPath;
}

/** An address of a socket's folder that `openPostgres` takes. */
export function socketAddress(folder: string): string {
  return `postgres://${superuser}@localhost/${superuser}?host=${encodeURIComponent(folder)}`;
}

/** Nothing listens; it starts or stops; it has no connection left; it does not answer. */
type Unconnected = 'absent' | 'passing' | 'full' | 'silent';

/**
 * A connection to an embedded PostgreSQL, or why there is none now.
 * @throws DatabaseRefused `diskFull`
 */
export async function tryConnect(address: string): Promise<pg.Client | Unconnected> {
  // Not named as the pool's: `restore` counts those.
  const client = new pg.Client({
    connectionString: address,
    application_name: 'embedded',
    connectionTimeoutMillis: connectTimeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (hasCode(error, sqlStates.diskFull)) throw diskFull(error);
    if (hasCode(error, 'ENOENT', 'ECONNREFUSED')) return 'absent';
    if (hasCode(error, '57P03', '57P01')) return 'passing';
    if (hasCode(error, sqlStates.tooManyConnections)) return 'full';
    if (hasCode(error, 'EAGAIN', 'ECONNRESET', 'EPIPE')) return 'silent';
    if (error instanceof Error && /terminated|timeout/.test(error.message)) return 'silent';
    throw error;
  }
}

/** What was written to a log from a position on. */
export async function readLog(log: FileHandle, position: number): Promise<string> {
  const length = (await log.stat()).size - position;
  const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(length), position });
  return buffer.toString('utf8', 0, bytesRead);
}

/** PostgreSQL's own words, unless the disk is full. */
export async function startFailed(folder: string, said: string): Promise<DatabaseRefused> {
  const { bavail, bsize } = await statfs(folder);
  if (said.includes('No space left on device') || bavail * bsize < fullDiskBytes) {
    return diskFull(said);
  }
  const words = said.trim().slice(-wordsOfFailure);
  return new DatabaseRefused('start', { words });
}

/** The refusal for a full disk, with the error of the system or of PostgreSQL. */
export const diskFull = (cause: unknown) => new DatabaseRefused('diskFull', {}, { cause });
