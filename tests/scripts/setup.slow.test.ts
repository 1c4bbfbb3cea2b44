import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';
import { readSettings } from '#server/core/config/read-settings.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { createDatabase } from '#tests/world/databases.ts';

const feuilleton = fileURLToPath(new URL('../../bin/feuilleton', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-setup-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function setUp(file: string, answers: readonly string[], settings = {}) {
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(feuilleton, ['setup', '--file', file], { env });
  child.stdin.end(answers.map((line) => `${line}\n`).join(''));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode, output, errors };
}

/** An association on the program's own database, that sells nothing. */
const site = ['lire.example', 'https://lire.example', '', `file:/var/lib/lire`];
const publisher = [
  'Les Amis # du "livre"',
  'association',
  '',
  '1 rue de l’Exemple, 69001 Lyon',
  'RNA W691000000',
  'Camille Exemple',
  'pas une adresse',
  'bonjour@lire.example',
  '+33 4 00 00 00 00',
  '',
  '',
];
const rest = ['Hébergeur', '2 quai', '+33 3 00 00 00 00', 'peut-être', 'non', '', 'non', 'n'];

test('asks until each answer has its form, and writes settings that a server starts with', async () => {
  const file = join(folder, 'etc', 'settings');
  const { code, output, errors } = await setUp(file, [...site, ...publisher, ...rest]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(output).toContain(`seront écrits dans ${file}`);
  expect(output.match(/Ce n’est pas la forme attendue/g)).toHaveLength(2);
  expect(output).toContain('Répondez par oui ou par non.');
  expect(output).not.toMatch(/[A-Z]_[A-Z]/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const { values, problems } = readSettings({ FEUILLETON_SETTINGS: file });
  expect(problems).toEqual([]);
  expect(parseConfig(values ?? {})).toMatchObject({
    ok: true,
    config: {
      mode: 'production',
      siteUrl: 'https://lire.example',
      trustProxyHops: 1,
      publisher: { PUBLISHER_NAME: 'Les Amis # du "livre"', PUBLISHER_CAPITAL: null },
      stripe: null,
      push: { subject: 'mailto:bonjour@lire.example' },
    },
  });
  const secretKeys = /^SECRET_KEYS=(\w{64})$/m.exec(await readFile(file, 'utf8'))?.[1];
  expect(secretKeys).toBeDefined();
  expect(output).not.toContain(secretKeys);

  const again = await setUp(file, [...site, ...publisher, ...rest]);
  expect(again).toMatchObject({ code: 1 });
  expect(again.errors).toContain('existe déjà');
});

test('writes nothing where the answers end early', async () => {
  const file = join(folder, 'early');
  const { code, errors } = await setUp(file, site);
  expect(code).toBe(1);
  expect(errors).toContain('Les réponses s’arrêtent avant la fin.');
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

describe('with a database within reach', () => {
  const answers = [...site.with(-1, ''), ...publisher, ...rest];
  const first = ['pas une adresse', 'camille@lire.example', 'Camille', '/nowhere.epub', 'exemple'];

  test('ends with the first admin and the first novel', async () => {
    const DATABASE_URL = await createDatabase();
    const file = join(folder, 'first');
    const { code, output, errors } = await setUp(file, [...answers, ...first], { DATABASE_URL });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toContain('Ce n’est pas une adresse e-mail.');
    expect(output).toContain('/nowhere.epub : le fichier n’existe pas');
    expect(output).toMatch(/https:\/\/lire\.example\/acces\?jeton=[\w-]{43}/);
    const { db, close } = await openDatabase(DATABASE_URL, { role: 'command' });
    expect(await db.select().from(users)).toMatchObject([{ name: 'Camille', role: 'admin' }]);
    expect(await db.select().from(novels)).toMatchObject([{ title: 'Le Jeu des neuf portes' }]);
    await close();
    expect(readSettings({ FEUILLETON_SETTINGS: file }).values).toMatchObject({ DATABASE_URL });
  });

  test('writes the settings where it is not, and says what is left', async () => {
    const file = join(folder, 'unreachable');
    const DATABASE_URL = 'postgres://lire:mot-de-passe@127.0.0.1:1/lire';
    const book = join(folder, 'un livre.md');
    await writeFile(book, '---\ntitle: Un livre\nauthor: Ada\n---\n\n## Un\n\nIl était.');
    const begun = [...first.slice(0, 2), 'Camille d’"Ici"', book];
    const { code, output } = await setUp(file, [...answers, ...begun], { DATABASE_URL });
    expect(code).toBe(0);
    expect(output).toContain('La base de données ne peut pas être atteinte');
    expect(output).toContain(`admin-link camille@lire.example --new 'Camille d’"Ici"'\n`);
    expect(output).toContain(`feuilleton import '${book}'\n`);
    expect(output).not.toContain('mot-de-passe');
    expect(readSettings({ FEUILLETON_SETTINGS: file }).problems).toEqual([]);
  });
});
