import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProviders, type SandboxProviders } from '#sandbox/identity/start-providers.ts';
import { startMail, type SandboxMail } from '#sandbox/mail/start-mail.ts';
import { createHealth } from '#server/core/http/health.ts';
import { openTestApp } from '../world/app.ts';

const feuilleton = fileURLToPath(new URL('../../bin/feuilleton', import.meta.url));
const metricsToken = 'jeton-de-mesure-de-plus-de-trente-deux';

let folder: string;
let providers: SandboxProviders;
let mail: SandboxMail;
let app: Awaited<ReturnType<typeof openTestApp>>;
let site: Server;

/** `feuilleton doctor` with these settings: its exit code, and its lines. */
function examine(settings: Record<string, string>, ...argv: string[]) {
  const env = { PATH: process.env.PATH, FEUILLETON_MODE: 'test', LOG_LEVEL: 'silent', ...settings };
  return new Promise<{ code: number; lines: string[] }>((resolve) => {
    const options = { cwd: folder, env };
    execFile(feuilleton, ['doctor', ...argv], options, (error, output) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, lines: output.trimEnd().split('\n') });
    });
  });
}

const siteUrl = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const database = () => `file:${folder}/data`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-doctor-'));
  app = await openTestApp({
    DATABASE_URL: database(),
    METRICS_TOKEN: metricsToken,
    TRUST_PROXY: '1',
  });
  const answer = createHealth(app, { isStopping: false });
  site = createServer((request, response) => {
    const path = request.url === '/readyz' ? '/readyz' : '/healthz';
    void answer(path, request, response);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const host = '127.0.0.1';
  providers = await startProviders({ host, googlePort: 0, applePort: 0, siteUrl: siteUrl() });
  mail = await startMail({ host, port: 0 });
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await Promise.all([providers.stop(), mail.stop(), app.close()]);
  await rm(folder, { recursive: true });
});

const whole = () => ({
  DATABASE_URL: database(),
  SITE_URL: siteUrl(),
  METRICS_TOKEN: metricsToken,
  ...providers.environment,
  ...mail.environment,
  ALERT_EMAIL: 'chef@feuilleton.test',
});

describe('feuilleton doctor', () => {
  test('names each fault of the settings, with a code of its own before a start', async () => {
    const file = join(folder, 'settings');
    await writeFile(file, 'SITE_UR=https://lire.example\nPORT=abc\n', { mode: 0o600 });
    const faulty = { FEUILLETON_SETTINGS: file };
    const { code, lines } = await examine(faulty);
    expect(code).toBe(1);
    expect(lines).toContain(
      `✗ réglages : ${file}, ligne 1 : SITE_UR est inconnu : voulez-vous dire SITE_URL ?`,
    );
    expect(lines.find((line) => line.startsWith('✗ réglages : PORT'))).toMatch(/nombre entier/);
    expect((await examine(faulty, '--before-start')).code).toBe(78);
  });

  test('finds nothing wrong where nothing is, but an invented address that is believed', async () => {
    const { code, lines } = await examine(whole());
    expect(lines).toEqual(
      expect.arrayContaining([
        '✓ réglages : tous ont la bonne forme',
        '✓ base de données : ses tables sont à jour',
        `✓ adresse du site : ${siteUrl()} répond`,
        '✓ Google : accepte les clés du site',
        '✓ Apple : accepte les clés du site',
        '· Stripe : pas employé : rien ne se vend',
      ]),
    );
    expect(lines.find((line) => line.includes(' e-mail : '))).toMatch(/^✓ .* prend les e-mails/);
    expect(lines.join('\n')).toMatch(/^· e-mail : une lettre est partie à chef@feuilleton\.test/m);
    expect(mail.mailbox.mails().filter(({ to }) => to === 'chef@feuilleton.test')).toHaveLength(1);
    expect(lines).toContain(
      '· sauvegarde : BACKUP_FOLDER n’est pas donné : aucune ne se fait la nuit',
    );
    // The site believes one proxy, and there is none.
    expect(lines.filter((line) => line.startsWith('✗'))).toEqual([
      expect.stringMatching(/^✗ proxy : TRUST_PROXY=0 est trop grand/),
    ]);
    expect(code).toBe(1);
  });

  test('names what is refused, and what does not answer', async () => {
    const { code, lines } = await examine({
      ...whole(),
      GOOGLE_CLIENT_SECRET: 'un-autre-secret',
      SITE_URL: 'http://127.0.0.1:9',
      MAIL_URL: 'smtp://127.0.0.1:9',
    });
    expect(code).toBe(1);
    const faults = lines.filter((line) => line.startsWith('✗')).map((line) => line.slice(2));
    expect(faults).toEqual([
      expect.stringMatching(/^adresse du site : http:\/\/127\.0\.0\.1:9 ne répond pas/),
      expect.stringMatching(/^Google : refuse les clés du site \(invalid_client\)/),
      expect.stringMatching(/^e-mail : 127\.0\.0\.1 : .*\(MAIL_URL\)$/),
    ]);
  });

  test('tells how old the last backup is', async () => {
    const nights = join(folder, 'nuits');
    const found = async () => {
      const { lines } = await examine({ ...whole(), BACKUP_FOLDER: nights }, '--no-letter');
      return lines.find((line) => line.includes(' sauvegarde : '));
    };
    expect(await found()).toBe(`✗ sauvegarde : ${nights} ne se laisse pas lire (ENOENT)`);
    await mkdir(nights);
    expect(await found()).toBe(`· sauvegarde : aucune encore dans ${nights}`);
    const file = join(nights, 'feuilleton-20261128T021500Z.backup');
    await writeFile(file, '');
    expect(await found()).toMatch(/^✓ sauvegarde : la dernière a 0\sheure /);
    const old = Date.now() / 1000 - 50 * 3600;
    await utimes(file, old, old);
    expect(await found()).toMatch(/^✗ sauvegarde : la dernière a 50\sheures/);
  });

  test('lets a site without any settings start, which asks for them', async () => {
    const FEUILLETON_SETTINGS = `${folder}/none`;
    const none = { FEUILLETON_MODE: '', LOG_LEVEL: '', FEUILLETON_SETTINGS };
    const { code, lines } = await examine(none, '--before-start');
    expect(code).toBe(0);
    expect(lines).toEqual([expect.stringContaining('aucun encore')]);
    expect(await examine(none)).toMatchObject({ code: 1 });
  });

  test('tells tables of a newer program from those that a start brings up to date', async () => {
    const migrations = sql`drizzle.__drizzle_migrations`;
    await app.db.execute(
      sql`insert into ${migrations} (hash, created_at) values ('', 9000000000000)`,
    );
    await app.db.execute(sql`comment on table ${migrations} is 'Feuilleton 9.5.0, 0999_later'`);
    const newer = await examine({ DATABASE_URL: database() }, '--before-start');
    expect(newer.code).toBe(1);
    expect(newer.lines.join()).toContain('il faut Feuilleton 9.5.0 ou plus récent');
    await app.db.execute(sql`delete from ${migrations} where created_at = 9000000000000`);
    await app.db.execute(sql`delete from ${migrations}
      where created_at = (select max(created_at) from ${migrations})`);
    const older = await examine({ DATABASE_URL: database() }, '--before-start');
    expect(older).toMatchObject({ code: 0 });
    expect(older.lines.join()).toContain('le prochain démarrage les met à jour');
  });
});

test('feuilleton alert sends the end of what it reads to whoever runs the site', async () => {
  const alert = (settings: Record<string, string>) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const env = { PATH: process.env.PATH, FEUILLETON_MODE: 'test', ...settings };
      const options = { cwd: folder, env };
      const child = execFile(
        feuilleton,
        ['alert', 'Une unité a échoué'],
        options,
        (error, out, errors) => {
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + errors });
        },
      );
      child.stdin?.end(`${'ligne\n'.repeat(100)}la <dernière> ligne\n`);
    });
  const { MAIL_URL, MAIL_FROM } = mail.environment;
  const site = { SITE_URL: 'https://lire.example', PUBLISHER_EMAIL: 'bonjour@lire.example' };
  // A fault of another setting does not keep it back.
  const faulty = { ...site, PUBLISHER_PHONE: 'none', FEUILLETON_MODE: 'production' };
  const to = { MAIL_URL, MAIL_FROM, ALERT_EMAIL: 'nuit@feuilleton.test' };
  const file = join(folder, 'newer');
  await writeFile(file, 'A_NEWER_SETTING=1\n', { mode: 0o600 });
  const told = await alert({ ...faulty, ...to, FEUILLETON_SETTINGS: file });
  expect(told).toEqual({ code: 0, said: 'Alerte envoyée à nuit@feuilleton.test.\n' });
  const kept = mail.mailbox.mails().findLast(({ to }) => to === 'nuit@feuilleton.test');
  const letter = kept && (await mail.mailbox.read(kept));
  expect(letter?.subject).toBe('lire.example : Une unité a échoué');
  expect(letter?.text?.match(/ligne/g)).toHaveLength(60);
  expect(letter?.html).toContain('la &lt;dernière&gt; ligne');
  expect(await alert(site)).toEqual({
    code: 1,
    said: 'Sans MAIL_URL, personne ne peut être prévenu.\n',
  });
});
