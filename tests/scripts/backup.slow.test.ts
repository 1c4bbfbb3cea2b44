import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseBackupArguments, parseRestoreArguments } from '#scripts/backup/arguments.ts';
import { readBackupFile, writeBackupFile } from '#server/backup/backup-file.ts';
import { BackupRefused } from '#server/backup/backup-lines.ts';
import { dumpDatabase } from '#server/backup/dump-database.ts';
import { findLastNumbers, raiseInvoiceCounters } from '#server/backup/restore-database.ts';
import { restoreDatabase, type RestoreOptions } from '#server/backup/restore-database.ts';
import type { Database } from '#server/core/db/database.ts';
import { findLastMigration, listMigrations, migrateWithin } from '#server/core/db/migrate.ts';
import { programVersion } from '#server/core/project-root.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { invoices } from '#server/core/db/schema/invoices.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { createDatabase, createEmptyDatabase } from '../world/databases.ts';
import { addNovel } from '../world/novels.ts';
import { buyPack, openShop, type Shop } from '../world/payments.ts';
import { signInAs } from '../world/people.ts';
import { fillHouse } from '../world/small-house.ts';

type Run = { code: number; output: string; errors: string };

/** Each test starts several processes. */
vi.setConfig({ testTimeout: 240_000 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function run(script: string, url: string, argv: string[], settings = {}): Promise<Run> {
  const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url));
  const env = { ...process.env, DATABASE_URL: url, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...argv], { cwd: folder, env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors });
    });
  });
}

/** What a program prints; rejects where it fails. */
async function capture(program: string, argv: string[]): Promise<string> {
  return (await promisify(execFile)(program, argv)).stdout;
}

type Content = Record<string, string[]>;

/** Every table as texts in character order, and its constraints. */
async function contentOf(db: Database): Promise<Content> {
  const textsOf = async (query: string) => {
    const result = (await db.execute(sql.raw(query))) as { rows: { text: string }[] };
    return result.rows.map(({ text }) => text).toSorted();
  };
  await db.execute(sql`set timezone to 'UTC'`);
  const tables = await textsOf(
    `select table_name as text from information_schema.tables
     where table_schema = 'public'`,
  );
  const content: Content = {};
  for (const table of tables) {
    content[table] = await textsOf(`select t::text as text from "${table}" t`);
  }
  content.sequence = await textsOf(
    'select last_value::text as text from ledger_entries_sequence_seq',
  );
  // PostgreSQL 18 lists “not null” among them, earlier versions do not.
  content.rules = await textsOf(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
     from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  );
  content.triggers = await textsOf(
    `select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as text
     from pg_trigger where not tgisinternal`,
  );
  return content;
}

async function contentAt(url: string): Promise<Content> {
  const database = await openDatabase(url, { role: 'command', migrates: false, poolSize: 1 });
  const content = await contentOf(database.db);
  await database.close();
  return content;
}

describe('a backup', () => {
  let shop: Shop;
  let source: string;
  let embedded: string;
  beforeEach(async () => {
    source = await createDatabase();
    embedded = `file:${folder}/data`;
    shop = await openShop({ DATABASE_URL: source });
  });
  afterEach(() => shop.close());

  test('of a named PostgreSQL is restored into the embedded one, and back, row by row', async () => {
    const lea = await fillHouse(shop);
    const made = await run('backup', source, ['une sauvegarde']);
    expect(made).toMatchObject({ code: 0, errors: '' });
    const restored = await run('restore', embedded, ['une sauvegarde']);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    const year = new Date().getFullYear();
    expect(restored.output).toContain(`Derniers numéros émis : F${year}-000002.`);
    expect(restored.output).toContain('--last-invoice');
    const before = await contentOf(shop.app.db);
    expect(before.invoices).toHaveLength(2);
    expect(before.comments).toHaveLength(1);
    expect(await contentAt(embedded)).toEqual(before);

    const target = await createEmptyDatabase();
    expect(await run('backup', embedded, ['une autre'])).toMatchObject({ code: 0, errors: '' });
    expect(await run('restore', target, ['une autre'])).toMatchObject({ code: 0, errors: '' });
    expect(await contentAt(target)).toEqual(before);
    expect((await run('ledger', target, ['check'])).output).toContain('Tout concorde.');

    const app = await openTestApp({ DATABASE_URL: target });
    const { headers } = lea;
    const person = await callEndpoint(app, '/api/auth/user', { headers });
    expect(await person.json()).toMatchObject({ email: 'lea@feuilleton.test' });
    await expect(app.db.delete(invoices)).rejects.toThrow();
    await app.close();
  });

  test('is of one instant, while a server keeps writing', async () => {
    const lea = await fillHouse(shop);
    const buyer = { isOver: false, bought: 0 };
    const buying = (async () => {
      for (; !buyer.isOver; buyer.bought++) await buyPack(shop, lea);
    })();
    while (buyer.bought < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    const made = await run('backup', source, ['sauvegarde']);
    buyer.isOver = true;
    await buying;
    expect(made).toMatchObject({ code: 0, errors: '' });
    const target = await createEmptyDatabase();
    expect(await run('restore', target, ['sauvegarde'])).toMatchObject({ code: 0 });
    expect((await run('ledger', target, ['check'])).output).toContain('Tout concorde.');
  });

  test('is not restored into a database with foreign tables', async () => {
    await run('backup', source, ['sauvegarde']);
    const other = await createEmptyDatabase();
    const opened = await openDatabase(other, { role: 'command', migrates: false });
    await opened.db.execute(sql`create table billets (id int)`);
    await opened.close();
    const name = new URL(other).pathname.slice(1);
    const refused = await run('restore', other, ['--replace', name, 'sauvegarde']);
    expect(refused.errors).toContain('ne sont pas de Feuilleton');
  });
});

describe('a restoration', () => {
  let app: Awaited<ReturnType<typeof openTestApp>>;
  let file: string;
  let before: Content;
  const all = { replaces: true, signsOut: false, lastNumbers: [] };
  const restoreFile = (path: string, options: Partial<RestoreOptions> = {}) =>
    restoreDatabase(app.db, readBackupFile(path), { ...all, ...options });
  const backUpTo = (path: string, db: Database) =>
    writeBackupFile(path, (take) => dumpDatabase({ db, bucket: null, clock: app.clock }, take));
  /** The backup's text, changed, in a valid archive. */
  const rewritten = async (change: (text: string) => string) => {
    const text = gunzipSync(await readFile(file)).toString();
    const changed = change(text);
    expect(changed).not.toBe(text);
    await writeFile(`${file}-autre`, gzipSync(changed));
    return `${file}-autre`;
  };

  /** A small database and its backup. */
  beforeAll(async () => {
    app = await openTestApp();
    await addNovel(app);
    await signInAs(app);
    await raiseInvoiceCounters(app.db, [{ kind: 'invoice', year: 2026, sequence: 7 }]);
    before = await contentOf(app.db);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    file = join(folder, 'sauvegarde');
    await backUpTo(file, app.db);
  });
  afterEach(async () => {
    await restoreFile(file);
    expect(await contentOf(app.db)).toEqual(before);
  });

  test('is refused by a database that is not empty', async () => {
    await expect(restoreFile(file, { replaces: false })).rejects.toThrow('n’est pas vide');
    expect(await contentOf(app.db)).toEqual(before);
  });

  test('replaces everything, and ends sessions on request', async () => {
    await addNovel(app, { title: 'Un roman de trop' });
    await restoreFile(file, { signsOut: true });
    expect(before.sessions).toHaveLength(1);
    expect(await contentOf(app.db)).toEqual({ ...before, sessions: [] });
  });

  test('reissues no invoice number, and never goes back', async () => {
    const number = (year: number, sequence: number) =>
      ({ kind: 'invoice', year, sequence }) as const;
    await restoreFile(file, { lastNumbers: [number(2026, 123), number(2025, 900)] });
    expect(await findLastNumbers(app.db)).toEqual([number(2025, 900), number(2026, 123)]);
    await restoreFile(file, { lastNumbers: [number(2026, 3)] });
    expect(await findLastNumbers(app.db)).toEqual([number(2026, 7)]);
  });

  test.each<[string, (text: string) => string]>([
    ['has another text', (text) => text.replace('Un roman', 'Un autre')],
    ['lacks a row', (text) => text.replace(/\n\[.*"chapitre-2".*\]/, '')],
    ['has a row twice', (text) => text.replace(/(\n\["[^\n]*\])/, '$1$1')],
    ['lacks its end', (text) => text.replace(/\{"end".*\n$/, '')],
    ['goes on after its end', (text) => text + (/\{"end".*\n$/.exec(text)?.[0] ?? '')],
    ['lacks a table', (text) => text.replace(/\{"table":"users"[^]*?\n(?=\{"table":)/, '')],
    ['lacks a column', (text) => text.replace('"columns":["id",', '"columns":[')],
    ['is something else', () => 'bonjour\n'],
  ])('of a file that %s is refused and changes nothing', async (_, change) => {
    await expect(restoreFile(await rewritten(change))).rejects.toThrow(BackupRefused);
    expect(await contentOf(app.db)).toEqual(before);
  });

  test('of a file that is no archive, cut short or damaged is refused too', async () => {
    const whole = await readFile(file);
    const middle = Math.floor(whole.length / 2);
    const damaged = Buffer.from(whole);
    damaged[middle] = (damaged[middle] ?? 0) ^ 0x40;
    for (const bytes of [
      whole.subarray(0, -20),
      damaged,
      Buffer.from('bonjour'),
      Buffer.alloc(0),
    ]) {
      await writeFile(`${file}-autre`, bytes);
      await expect(restoreFile(`${file}-autre`)).rejects.toThrow(BackupRefused);
    }
    expect(await contentOf(app.db)).toEqual(before);
  });

  test('accepts a backup of older tables and migrates it', async () => {
    const [tag = ''] = listMigrations().map((migration) => migration.tag);
    const older = await openDatabase(await createEmptyDatabase(), {
      role: 'command',
      migrates: false,
    });
    await older.db.transaction((tx) => migrateWithin(tx, { upTo: tag }));
    await older.db.execute(sql`insert into users (id, name)
      values ('01930000-0000-7000-8000-000000000001', 'Ancienne')`);
    await backUpTo(`${file}-ancienne`, older.db);
    await older.close();
    await restoreFile(`${file}-ancienne`);
    const now = await contentOf(app.db);
    expect(now.users?.join()).toContain('Ancienne');
    expect(Object.keys(now)).toEqual(Object.keys(before));
    expect([now.rules, now.triggers]).toEqual([before.rules, before.triggers]);
    // A server that opens it has nothing to migrate.
    expect(await findLastMigration(app.db)).toEqual({ tag: listMigrations().at(-1)?.tag });
  });

  test('refuses a backup of a newer version', async () => {
    const newer = await rewritten((text) => text.replace(/"migration":"\w+"/, '"migration":"9_z"'));
    const needed = `il faut Feuilleton ${programVersion()} ou plus récent`;
    await expect(restoreFile(newer)).rejects.toThrow(needed);
    const format = await rewritten((text) =>
      text.replace('"formatVersion":1', '"formatVersion":2'),
    );
    await expect(restoreFile(format)).rejects.toThrow(needed);
    expect(await contentOf(app.db)).toEqual(before);
  });

  test('begins with a file that only its owner may read, complete or absent', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const whole = await readFile(file);
    const broken = writeBackupFile(file, async (take) => {
      await take('un début');
      throw new Error('the database is gone');
    });
    await expect(broken).rejects.toThrow('gone');
    expect((await readFile(file)).equals(whole)).toBe(true);
    expect(await readdir(folder)).toEqual(['sauvegarde']);
  });
});

test('the commands refuse harmful requests in one sentence', async () => {
  const url = `file:${folder}/data`;
  const empty = await run('backup', url, ['sauvegarde']);
  expect(empty).toMatchObject({ code: 1, output: '' });
  expect(empty.errors).toContain('rien à sauvegarder');
  const app = await openTestApp({ DATABASE_URL: url });
  expect(await run('backup', url, ['sauvegarde'])).toMatchObject({ code: 0, errors: '' });
  const running = await run('restore', url, ['--replace', 'data', 'sauvegarde']);
  await app.close();
  const misnamed = await run('restore', url, ['--replace', 'autre', 'sauvegarde']);
  const absent = await run('restore', url, ['ailleurs']);
  expect(running.errors).toContain('arrêtez-le');
  expect(misnamed.errors).toContain('le nom de la base de DATABASE_URL : data.');
  expect(absent.errors).toBe('Il n’y a pas de fichier ailleurs.\n');
  for (const { code, output } of [running, misnamed, absent]) {
    expect({ code, output }).toEqual({ code: 1, output: '' });
  }
  const numbers = ['--last-invoice', 'F2026-000123'];
  const done = await run('restore', url, ['--replace', 'data', ...numbers, 'sauvegarde']);
  expect(done).toMatchObject({ code: 0, errors: '' });
  expect(done.output).toContain('Derniers numéros émis : F2026-000123.');
});

test('a backup into a missing folder is refused in one sentence, and creates none', async () => {
  const missing = await run('backup', `file:${folder}/data`, ['absent/plus/sauvegarde']);
  expect(missing).toEqual({
    code: 1,
    output: '',
    errors: `Il n’y a pas de dossier ${folder}/absent/plus : créez-le d’abord.\n`,
  });
  await writeFile(join(folder, 'fichier'), '');
  const inFile = await run('backup', `file:${folder}/data`, ['fichier/sauvegarde']);
  expect(inFile).toMatchObject({
    code: 1,
    errors: expect.stringContaining('pas de dossier') as string,
  });
  expect(await readdir(folder)).toEqual(['fichier']);
});

test('by night it keeps the last ones, encrypted for a key, and says what keeps it from it', async () => {
  const url = await createDatabase();
  const kept = join(folder, 'nuits');
  await mkdir(kept);
  const nightly = (settings: Record<string, string>) =>
    run('backup', url, ['--nightly'], { BACKUP_FOLDER: kept, ...settings });
  const keys = await capture('age-keygen', []);
  const [recipient = ''] = /age1\w+/.exec(keys) ?? [];
  await writeFile(join(folder, 'key'), keys);
  const old = ['feuilleton-20260101T000000Z.backup', 'feuilleton-20260102T000000Z.backup.age'];
  for (const name of [...old, 'notes.txt']) await writeFile(join(kept, name), '');

  const encrypted = await nightly({ BACKUP_RECIPIENT: recipient, BACKUP_KEEP: '2' });
  expect(encrypted).toMatchObject({ code: 0, errors: '' });
  const [older, newest = '', notes, ...more] = (await readdir(kept)).toSorted();
  expect([older, notes, more]).toEqual([old[1], 'notes.txt', []]);
  const file = join(kept, newest);
  expect((await readFile(file)).subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
  await capture('age', ['-d', '-i', join(folder, 'key'), '-o', join(folder, 'clair'), file]);
  const empty = await createEmptyDatabase();
  expect(await run('restore', empty, [join(folder, 'clair')])).toMatchObject({ code: 0 });

  // A key of the right form that is none: nothing is left behind, and the old ones stay.
  const wrong = await nightly({
    BACKUP_RECIPIENT: `${recipient.slice(0, -3)}qqq`,
    BACKUP_KEEP: '1',
  });
  expect(wrong).toMatchObject({ code: 1, output: '' });
  expect(wrong.errors).toMatch(/^age n’a pas chiffré la sauvegarde : /);
  const absent = await nightly({ BACKUP_RECIPIENT: recipient, PATH: '/nowhere' });
  expect(absent.errors).toMatch(/^BACKUP_RECIPIENT demande age : il n’est pas installé/);
  expect((await nightly({ BACKUP_FOLDER: '' })).errors).toBe('BACKUP_FOLDER manque.\n');
  expect(await readdir(kept)).toHaveLength(3);
});

test('wrong command lines get the right usage', () => {
  expect(parseBackupArguments(['--nightly', 'a'])).toMatchObject({ kind: 'wrong' });
  for (const argv of [[], ['a', 'b'], ['--loin', 'a']]) {
    expect(parseBackupArguments(argv)).toMatchObject({ kind: 'wrong' });
    expect(parseRestoreArguments(argv)).toMatchObject({ kind: 'wrong' });
  }
  for (const number of ['123', 'A2026-000123', 'F2026-12', 'F1026-000123']) {
    expect(parseRestoreArguments(['--last-invoice', number, 'a'])).toMatchObject({ kind: 'wrong' });
  }
  expect(parseRestoreArguments(['--help'])).toEqual({ kind: 'help' });
  expect(parseRestoreArguments(['--last-credit-note', 'A2026-000004', 'a'])).toMatchObject({
    lastNumbers: [{ kind: 'credit_note', year: 2026, sequence: 4 }],
  });
});
