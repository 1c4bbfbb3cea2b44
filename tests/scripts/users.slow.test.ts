import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseUsersArguments } from '#scripts/users/arguments.ts';
import type { App } from '#server/app.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { openTestApp } from '../world/app.ts';
import { callEndpoint } from '../world/call-endpoint.ts';
import { addUser, signInAs, type TestBrowser } from '../world/people.ts';

const script = fileURLToPath(new URL('../../scripts/users.ts', import.meta.url));
/** The one word for all commands. */
const feuilleton = fileURLToPath(new URL('../../bin/feuilleton', import.meta.url));
// A command's clock is the real one: a session must be valid by that too.
const clock = { now: () => new Date() };

let folder: string;
/** A server that has the folder open, as in production. */
let app: App;

async function openServer(): Promise<void> {
  app = { ...(await openTestApp({ DATABASE_URL: `file:${folder}/data` }, { clock })), clock };
}

type Run = { code: number; output: string; errors: string };

function runUsers(...argv: string[]): Promise<Run> {
  return runUsersOn(`file:${folder}/data`, ...argv);
}

function runUsersOn(url: string, ...argv: string[]): Promise<Run> {
  return runUsersWith({ DATABASE_URL: url }, ...argv);
}

function runUsersWith(environment: NodeJS.ProcessEnv, ...argv: string[]): Promise<Run> {
  return run(process.execPath, [script, ...argv], environment);
}

function run(program: string, argv: string[], environment: NodeJS.ProcessEnv): Promise<Run> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    execFile(program, argv, { cwd: folder, env }, (error, output, errors) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, output, errors });
    });
  });
}

const status = async (path: string, { headers }: TestBrowser) =>
  (await callEndpoint(app, path, { headers })).status;

async function roleOf(id: string): Promise<string | undefined> {
  const [row] = await app.db.select().from(users).where(eq(users.id, id));
  return row?.role;
}

describe('feuilleton users', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-users-'));
    await openServer();
  });
  afterEach(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe('export', () => {
    test('writes all data stored about a user, as JSON', async () => {
      const lea = await signInAs(app, { email: 'lea@exemple.test', bio: 'Je lis.' });
      const { code, output } = await runUsers('export', 'lea@exemple.test');
      expect(code).toBe(0);
      const data = JSON.parse(output) as { account: unknown; sessions: unknown[] };
      expect(data.account).toMatchObject([{ id: lea.user.id, bio: 'Je lis.' }]);
      expect(data.sessions).toHaveLength(1);
    });
  });

  test('names says who announces under a name, adds an account and takes it away', async () => {
    const lea = await signInAs(app, { email: 'lea@exemple.test' });
    const none = await runUsers('names', 'Élise Noir');
    expect(none.output).toContain('Aucun compte n’annonce sous le nom Élise Noir.');
    const added = await runUsers('names', 'Élise Noir', 'lea@exemple.test');
    expect(added.output).toMatch(new RegExp(`${lea.user.id} +oui`));
    const ended = await runUsers('names', 'elise noir', lea.user.id, '--end');
    expect(ended.output).toMatch(new RegExp(`${lea.user.id} +retiré`));
    expect(parseUsersArguments(['names', ' ']).kind).toBe('wrong');
    expect(parseUsersArguments(['names', 'Élise Noir', '--end']).kind).toBe('wrong');
    expect(parseUsersArguments(['sign-out', lea.user.id, '--end']).kind).toBe('wrong');
  });

  describe('erase', () => {
    test('first prints what would be lost, and erases on confirmation', async () => {
      const lea = await signInAs(app, { email: 'lea@exemple.test', credits: 12 });
      const asked = await runUsers('erase', 'lea@exemple.test');
      expect(asked.output).toContain('12\u00A0crédits non dépensés');
      expect(await status('/api/auth/user', lea)).toBe(200);
      const done = await runUsers('erase', 'lea@exemple.test', '--confirm');
      expect(done).toMatchObject({ code: 0 });
      expect(done.output).toContain(`Compte ${lea.user.id} effacé`);
      expect(await status('/api/auth/user', lea)).toBe(401);
      const again = await runUsers('erase', lea.user.id, '--confirm');
      expect(again).toMatchObject({ code: 1, errors: `Aucun compte ${lea.user.id}.\n` });
    });

    test('refuses the last admin with a sentence', async () => {
      const admin = await addUser(app, { role: 'admin' });
      const { code, errors } = await runUsers('erase', admin.id, '--confirm');
      expect(code).toBe(1);
      expect(errors).toContain('seul administrateur');
    });
  });

  describe('role', () => {
    test('sets a role by e-mail, effective on the next call of an open session', async () => {
      const lea = await signInAs(app, { email: 'lea@exemple.test' });
      expect(await status('/api/studio/novels', lea)).toBe(403);
      expect(await runUsers('role', 'Lea@Exemple.test', 'author')).toEqual({
        code: 0,
        output: 'Léa Martin (lea@exemple.test) : reader → author, dès la prochaine requête.\n',
        errors: '',
      });
      expect(await status('/api/studio/novels', lea)).toBe(200);
      await runUsers('role', 'lea@exemple.test', 'reader');
      expect(await status('/api/studio/novels', lea)).toBe(403);
    });

    test('sets a role by id, for that user only, and says when nothing changes', async () => {
      const lea = await addUser(app);
      const karim = await addUser(app, { name: 'Karim' });
      const { output } = await runUsers('role', lea.id, 'admin');
      expect(output).toBe(`Léa Martin (${lea.id}) : reader → admin, dès la prochaine requête.\n`);
      expect(await roleOf(lea.id)).toBe('admin');
      expect(await roleOf(karim.id)).toBe('reader');
      const again = await runUsers('role', lea.id, 'admin');
      expect(again.output).toBe(`Léa Martin (${lea.id}) a déjà le rôle admin.\n`);
    });

    test('refuses an unknown or erased user, with code 1', async () => {
      const erased = await addUser(app, { erasedAt: new Date() });
      for (const named of ['absente@exemple.test', erased.id]) {
        expect(await runUsers('role', named, 'admin')).toEqual({
          code: 1,
          output: '',
          errors: `Aucun compte ${named}.\n`,
        });
      }
      expect(await roleOf(erased.id)).toBe('reader');
    });
  });

  describe('admin-link', () => {
    const link = /^(https:\/\/lire\.example\/acces\?jeton=[\w-]{43})\nConnecte Camille \(/m;
    const runLink = (...argv: string[]) =>
      run(feuilleton, ['admin-link', ...argv], {
        DATABASE_URL: `file:${folder}/data`,
        SITE_URL: 'https://lire.example',
      });

    test('makes the first admin, and a new address each time', async () => {
      const made = await runLink('camille@exemple.test', '--new', 'Camille');
      expect(made.output).toContain('Compte créé : Camille (camille@exemple.test), admin.\n');
      const again = await runLink('camille@exemple.test', '--new', 'Autre nom');
      expect(again.output).not.toContain('Compte créé');
      const addresses = [made, again].map(({ output }) => link.exec(output)?.[1]);
      expect(addresses).toEqual([expect.any(String), expect.any(String)]);
      expect(new Set(addresses).size).toBe(2);
    });

    test('is refused for a reader and for nobody', async () => {
      const lea = await addUser(app, { email: 'lea@exemple.test' });
      const reader = await runLink('lea@exemple.test');
      expect(reader).toMatchObject({ code: 1, output: '' });
      expect(reader.errors).toContain(`users role ${lea.id} admin`);
      const nobody = await runLink('personne@exemple.test');
      expect(nobody.errors).toContain('Aucun compte personne@exemple.test. --new NOM le crée.');
    });
  });

  describe('sign-out', () => {
    test('ends every session of this user and of nobody else', async () => {
      const phone = await signInAs(app, { email: 'lea@exemple.test' });
      const desk = await signInAs(app, { user: phone.user });
      const karim = await signInAs(app, { name: 'Karim' });
      const run = await runUsers('sign-out', 'lea@exemple.test');
      expect(run.output).toMatch(/^Léa Martin \(lea@exemple\.test\) : 2\ssessions terminées\.\n$/);
      for (const browser of [phone, desk])
        expect(await status('/api/auth/user', browser)).toBe(401);
      expect(await status('/api/auth/user', karim)).toBe(200);
      const again = await runUsers('sign-out', 'lea@exemple.test');
      expect(again.output).toMatch(/0\ssession terminée\.\n$/);
    });
  });

  describe('list', () => {
    test('lists each user, newest first, in pages without gaps', async () => {
      const lea = await addUser(app, {
        email: 'lea@exemple.test',
        credits: 12,
        createdAt: new Date('2026-11-20T23:30:00Z'),
      });
      await signInAs(app, { user: lea });
      await signInAs(app, { user: lea });
      const karim = await addUser(app, { name: 'Karim' });
      await addUser(app, { name: 'Partie', erasedAt: new Date() });
      const first = await runUsers('list', '--limit', '1');
      expect(first.output).toContain(karim.id);
      expect(first.output).not.toContain(lea.id);
      const next = /feuilleton users (list .+)$/m.exec(first.output)?.[1]?.split(' ') ?? [];
      const second = await runUsers(...next);
      // The day is that of Paris.
      expect(second.output).toMatch(
        new RegExp(`^${lea.id}  reader  12 +2026-11-21  2 +lea@exemple\\.test  Léa Martin$`, 'm'),
      );
      expect(second.output).not.toContain('La suite');
      expect(first.output + second.output).not.toContain('Partie');
    });

    test('filters by role, and says when there is nobody', async () => {
      await addUser(app);
      expect((await runUsers('list', '--role', 'author')).output).toBe('Aucun compte.\n');
      const mathilde = await addUser(app, { name: 'Mathilde', role: 'author' });
      const { output } = await runUsers('list', '--role', 'author');
      expect(output).toContain(mathilde.id);
      expect(output).not.toContain('Léa Martin');
    });

    test('escapes names that would move the terminal’s cursor or begin a line', async () => {
      await addUser(app, { name: 'Léa\u001B[2J\nfausse ligne\u202E' });
      const { output } = await runUsers('list');
      expect(output).toContain('Léa�[2J�fausse ligne�');
    });
  });

  test('works when no server runs', async () => {
    const lea = await addUser(app);
    await app.close();
    const run = await runUsers('role', lea.id, 'author');
    await openServer();
    expect(run.code).toBe(0);
    expect(await roleOf(lea.id)).toBe('author');
  });

  test('without DATABASE_URL works on a database that is there, and makes none', async () => {
    const none = { DATABASE_URL: '', NODE_ENV: 'test' };
    const expectRefusal = async (environment: NodeJS.ProcessEnv) => {
      const run = await runUsersWith({ ...none, ...environment }, 'list');
      expect(run).toMatchObject({ code: 1, output: '' });
      expect(run.errors).toMatch(
        /^DATABASE_URL manque, et il n’y a pas de base .*FEUILLETON_SETTINGS.*\.\n$/,
      );
    };
    expect((await runUsersWith(none, 'list')).code).toBe(0);
    await app.close();
    await rm(join(folder, 'data'), { recursive: true });
    await expectRefusal({});
    await expectRefusal({ NODE_ENV: 'production' });
    expect(await readdir(folder)).toEqual([]);
    await openServer();
  });

  test('reports in one sentence that the database cannot be reached', async () => {
    expect(await runUsersOn('postgres://127.0.0.1:1/x', 'list')).toEqual({
      code: 1,
      output: '',
      errors:
        'La base de données ne peut pas être atteinte (ECONNREFUSED) : vérifiez DATABASE_URL et le serveur.\n',
    });
  });
});

describe('the command line', () => {
  test.each([
    [['role', 'Léa Martin', 'author'], 'Le compte est une adresse e-mail ou un identifiant.'],
    [['role', 'a@b.test', 'chef'], 'Le rôle vaut reader, author, support ou admin.'],
    [['role', 'a@b.test'], 'role attend un compte et un rôle.'],
    [['sign-out'], 'sign-out attend un compte.'],
    [['admin-link'], 'admin-link attend un compte.'],
    [['admin-link', 'a@b.test', '--new', ' '], '--new attend un nom d’au plus 80 caractères.'],
    [['sign-out', 'a@b.test', '--new', 'Nom'], '--new ne va qu’avec admin-link.'],
    [['sign-out', 'a@b.test', '--limit', '3'], '--limit ne va qu’avec list.'],
    [['list', 'auteurs'], 'list n’attend rien d’autre que ses options.'],
    [['list', '--limit', '501'], '--limit attend un nombre entier de 1 à 500.'],
    [['list', '--limit', 'tous'], '--limit attend un nombre entier de 1 à 500.'],
    [['list', '--role', 'chef'], 'Le rôle vaut reader, author, support ou admin.'],
    [['list', '--after', '3'], '--after attend l’identifiant d’un compte.'],
    [['list', '--tout'], 'Option inconnue ou sans valeur.'],
    [['supprimer'], 'Commande inconnue : supprimer.'],
    [['export'], 'export attend un compte.'],
    [['erase', 'lea@exemple.test', 'tout'], 'erase attend un compte.'],
    [['sign-out', 'lea@exemple.test', '--confirm'], '--confirm ne va qu’avec erase.'],
    [[], 'Aucune commande donnée.'],
  ])('refuses %j with a sentence', (argv, sentence) => {
    const parsed = parseUsersArguments(argv);
    expect(parsed).toMatchObject({ kind: 'wrong' });
    expect(parsed.kind === 'wrong' && parsed.message.split('\n')[0]).toBe(sentence);
  });
});
