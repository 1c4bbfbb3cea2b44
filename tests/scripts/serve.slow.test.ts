import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { isSiteBuilt } from '#scripts/built-server.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { createDatabase } from '#tests/world/databases.ts';

const program = fileURLToPath(new URL('../../src/lib/server/main.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'feuilleton-serve-'));
const file = join(folder, 'settings');
afterAll(() => rmSync(folder, { recursive: true }));

const environment = {
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  FEUILLETON_SETTINGS: file,
};

/** `npm run serve` with only these settings, and those of a file. */
function serveWith(settings: Record<string, string>, inFile = '') {
  writeFileSync(file, inFile, { mode: 0o600 });
  const env = { ...environment, ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, lines: stderr.trimEnd().split('\n') };
}

const answers = {
  SITE_URL: 'https://lire.example',
  PUBLISHER_NAME: 'Les Amis',
  PUBLISHER_LEGAL_FORM: 'association',
  PUBLISHER_ADDRESS: '1 rue de l’Exemple',
  PUBLISHER_REGISTRATION: 'RNA W691000000',
  PUBLISHER_DIRECTOR: 'Camille Exemple',
  PUBLISHER_EMAIL: 'bonjour@lire.example',
  PUBLISHER_PHONE: '+33 4 00 00 00 00',
  HOSTING_NAME: 'Hébergeur',
  HOSTING_ADDRESS: '2 quai',
  HOSTING_PHONE: '+33 3 00 00 00 00',
  ADMIN_NAME: 'Camille',
  ADMIN_EMAIL: 'camille@lire.example',
  NOVEL: 'sample',
};

const reason = isSiteBuilt() ? '' : ' (skipped: the site is not built)';

describe.skipIf(reason !== '')(`npm run serve${reason}`, () => {
  test('names every setting that is missing, and does not start', () => {
    const missing = parseConfig({});
    const { status, stdout, lines } = serveWith({});
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(lines[0]).toBe('Feuilleton ne démarre pas :');
    expect(lines.slice(1)).toEqual([
      ...(missing.ok ? [] : missing.problems).map((line) => `- ${line}`),
      `- Les réglages viennent de ${file}, puis de l’environnement.`,
    ]);
    expect(lines.length).toBeGreaterThan(10);
  });

  test('names the command that asks for settings where there is not even their folder', () => {
    const missing = join(folder, 'no-folder', 'settings');
    const { status, lines } = serveWith({ FEUILLETON_SETTINGS: missing });
    expect(status).toBe(78);
    expect(lines.at(-1)).toContain(`sudo feuilleton setup --file ${missing}`);
  });

  test('reports what is malformed and what is missing, without its value', () => {
    const { status, lines } = serveWith({ SECRET_KEYS: 'secret-court', METRICS_TOKEN: 'court' });
    expect(status).toBe(78);
    expect(lines).toContain(
      '- SECRET_KEYS n’a pas la forme attendue : des clés d’au moins 32 caractères, séparées par des virgules.',
    );
    expect(lines).toContain('- METRICS_TOKEN n’a pas la forme attendue : au moins 32 caractères.');
    expect(lines).toContain('- SITE_URL manque.');
    expect(lines.join()).not.toMatch(/court/);
  });

  test('names what is wrong in the settings file, with what is missing', () => {
    const { status, lines } = serveWith({}, 'SITE_UR=https://a.test\nVAT_RATES=none');
    expect(status).toBe(78);
    expect(lines).toContain(
      `- ${file}, ligne 1 : SITE_UR est inconnu : voulez-vous dire SITE_URL ?`,
    );
    expect(lines).toContain('- SECRET_KEYS manque.');
    // The line that was refused may be it.
    expect(lines).not.toContain('- SITE_URL manque.');
    expect(lines).not.toContain('- VAT_RATES manque.');
  });

  test('ends as for faulty settings where its database is of a newer version', async () => {
    const url = await createDatabase();
    const { db, close } = await openDatabase(url, { role: 'command' });
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('', 9000000000000)`);
    await close();
    const { status, lines } = serveWith({ FEUILLETON_MODE: 'test', DATABASE_URL: url });
    expect(lines.join()).toContain('plus récente que ce programme');
    expect(status).toBe(78);
  });

  test('says in the log what is not set up, and which settings are ignored', async () => {
    const settings = ['DATABASE_URL=memory:', 'PORT=0', 'VAT_NOTICE=TVA incluse.'];
    writeFileSync(file, settings.join('\n'), { mode: 0o600 });
    const env = { ...environment, FEUILLETON_MODE: 'test', PUBLISHER_NAMES: 'x' };
    const server = spawn(process.execPath, [program], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(server, 'exit');
    const lines: Record<string, unknown>[] = [];
    for await (const line of createInterface(server.stdout)) {
      lines.push(JSON.parse(line) as Record<string, unknown>);
      if (lines.at(-1)?.msg === 'not set up') break;
    }
    server.kill();
    await exited;
    expect(lines.at(-1)).toMatchObject({
      notSetUp: ['google', 'apple', 'stripe', 'mail', 'push'],
    });
    const ignored = lines.filter(({ msg }) => msg === 'a setting is ignored');
    expect(ignored.map(({ notice }) => notice)).toEqual([
      'VAT_NOTICE n’est plus employé : la phrase sur la TVA se déduit de VAT_RATES.',
      'PUBLISHER_NAMES est inconnu : voulez-vous dire PUBLISHER_NAME ?',
    ]);
  });

  test('says how the signs of a password are written', () => {
    const { lines } = serveWith({
      MAIL_URL: 'smtps://lettres:a%court@mail.example:465',
      DATABASE_URL: 'postgres://feuilleton:a%court@db.example/feuilleton',
    });
    for (const name of ['MAIL_URL', 'DATABASE_URL']) {
      const line = lines.find((one) => one.startsWith(`- ${name} n’a pas la forme attendue`));
      expect(line, name).toContain('% s’écrit %25');
    }
    expect(lines.join()).not.toContain('a%court');
  });

  test('asks for settings on a page where there are none, and becomes the site', async () => {
    rmSync(file, { force: true });
    const DATABASE_URL = await createDatabase();
    const env = { ...environment, DATABASE_URL, PORT: '0' };
    const server = spawn(process.execPath, [program], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(server, 'exit');
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
    const next = async (form: RegExp): Promise<string> => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`the server ended before ${form}`);
        const found = form.exec(value)?.[1];
        if (found !== undefined) return found;
      }
    };
    try {
      const site = await next(/(http:\/\/127\.0\.0\.1:\d+)\//);
      const code = await next(/ : ([\da-f-]{39})$/);
      const given = await fetch(`${site}/code`, {
        method: 'POST',
        body: new URLSearchParams({ code }),
        redirect: 'manual',
      });
      const cookie = given.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      const body = new FormData();
      for (const [name, value] of Object.entries(answers)) body.set(name, value);
      const done = await fetch(site, { method: 'POST', headers: { cookie }, body });
      expect(done.status).toBe(200);
      const token = /jeton=([\w-]+)/.exec(await done.text())?.[1] ?? '';

      const port = await next(/"port":(\d+),.*"msg":"listening"/);
      const address = `http://127.0.0.1:${port}`;
      expect(await (await fetch(address)).text()).toContain('Le Jeu des neuf portes');
      const access = await fetch(`${address}/acces?jeton=${token}`);
      expect(await access.text()).not.toContain('name="code"');
      expect(access.status).toBe(200);
      const again = await fetch(address, { method: 'POST', headers: { cookie }, body });
      expect(again.status).toBe(405);
    } finally {
      server.kill();
      await exited;
    }
  });
});
