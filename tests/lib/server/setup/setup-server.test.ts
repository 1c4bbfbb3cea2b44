import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { studioLimits } from '#shared/constants.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { readSettings } from '#server/core/config/read-settings.ts';
import { openDatabase } from '#server/core/db/open-database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { staffLinks, users } from '#server/core/db/schema/identity.ts';
import { isStaffLinkValid } from '#server/people/identity/staff-links.ts';
import { serveSetup, type SetupServing } from '#server/setup/setup-server.ts';
import { createDatabase } from '#tests/world/databases.ts';

let folder: string;
let file: string;
let serving: SetupServing;
let said: string[];

async function serve({
  databaseUrl,
  isDatabaseGiven = false,
}: { databaseUrl?: string; isDatabaseGiven?: boolean } = {}) {
  said = [];
  const place = { file, databaseUrl, isDatabaseGiven };
  const where = { host: '127.0.0.1', port: 0 };
  serving = await serveSetup(place, where, (sentence) => said.push(sentence));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feuilleton-page-'));
  file = join(folder, 'settings');
  await serve();
});
afterEach(async () => {
  // The page ends once there are settings.
  await writeFile(file, '', { flag: 'a' });
  await serving.written;
  await rm(folder, { recursive: true });
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${serving.port}${path}`, { redirect: 'manual', ...init });

const giveCode = (code: string, headers: Record<string, string> = {}) =>
  ask('/code', { method: 'POST', headers, body: new URLSearchParams({ code }) });

/** The cookie of who has given the code. */
async function enter(): Promise<string> {
  const answer = await giveCode(` ${serving.code.toUpperCase().replaceAll('-', ' ')} `);
  expect(answer.status).toBe(303);
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

const fine = {
  SITE_URL: 'https://lire.example',
  PUBLISHER_NAME: 'L’ami # du "livre"',
  PUBLISHER_LEGAL_FORM: 'association',
  PUBLISHER_ADDRESS: '1 rue de l’Exemple, 69001 Lyon',
  PUBLISHER_REGISTRATION: 'RNA W691000000',
  PUBLISHER_DIRECTOR: 'Camille Exemple',
  PUBLISHER_EMAIL: 'bonjour@lire.example',
  PUBLISHER_PHONE: '+33 4 00 00 00 00',
  HOSTING_NAME: 'Hébergeur',
  HOSTING_ADDRESS: '2 quai de l’Exemple',
  HOSTING_PHONE: '+33 3 00 00 00 00',
  ADMIN_NAME: 'Camille',
  ADMIN_EMAIL: 'camille@lire.example',
  NOVEL: 'none',
};

function send(cookie: string, fields: Record<string, string | File>, headers = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return ask('/', { method: 'POST', headers: { cookie, ...headers }, body });
}

/** What stands at a field, and what is wrong with it. */
function fieldOf(html: string, name: string) {
  const value = new RegExp(`id="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1];
  const fault = new RegExp(`id="${name}-fault">([^<]*)<`).exec(html)?.[1];
  return { value, fault };
}

async function isWritten(): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

describe('a stranger', () => {
  test('sees where the code is, and no question; nothing keeps the page', async () => {
    const page = await ask('/', { headers: { cookie: 'feuilleton_reglages=invented' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await page.text();
    expect(html).toContain('name="code"');
    expect(html).not.toContain('SITE_URL');
    expect(html).not.toContain(serving.code);
    expect(said.join('\n')).toContain(serving.code);
  });

  test('is led to it from everywhere, and is told that the site is alive but not ready', async () => {
    const novel = await ask('/novel/anything?x=1');
    expect([novel.status, novel.headers.get('location')]).toEqual([302, '/']);
    expect(novel.headers.get('cache-control')).toBe('no-store');
    const call = await ask('/api/user/me');
    expect([call.status, call.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/', { method: 'PUT' })).status).toBe(405);
  });

  test('does nothing without the code', async () => {
    expect((await giveCode('0000-0000')).status).toBe(403);
    expect((await giveCode('')).status).toBe(403);
    for (const cookie of ['', 'feuilleton_reglages=', 'feuilleton_reglages=invented']) {
      const answer = await send(cookie, fine);
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain('SITE_URL');
    }
    expect(await isWritten()).toBe(false);
  });

  test('has few tries, which lock nobody out who has the code', async () => {
    const tries = await Promise.all(Array.from({ length: 40 }, () => giveCode('faux')));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(await enter()).toMatch(/^feuilleton_reglages=[\w-]{43}$/);
  });

  test('is refused from another site, and with more than a form', async () => {
    const cookie = await enter();
    expect((await giveCode(serving.code, { origin: 'https://ailleurs.example' })).status).toBe(403);
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://ailleurs.example' };
    expect((await send(cookie, fine, elsewhere)).status).toBe(403);
    expect((await giveCode('x'.repeat(5_000))).status).toBe(413);
    const garbage = { method: 'POST', headers: { cookie }, body: 'garbage' };
    expect((await ask('/', garbage)).status).toBe(400);
    expect(await isWritten()).toBe(false);
  });
});

describe('who has the code', () => {
  test('finds each fault at its field, what was typed, and no secret', async () => {
    const cookie = await enter();
    const answer = await send(cookie, {
      ...fine,
      SITE_URL: 'lire.example',
      PUBLISHER_NAME: '"><script>',
      PUBLISHER_PHONE: '',
      'with-GOOGLE_CLIENT_ID': 'oui',
      GOOGLE_CLIENT_SECRET: 'tres-secret',
      'with-MAIL_URL': 'oui',
      MAIL_URL: 'sans-forme',
      ADMIN_EMAIL: 'camille',
      NOVEL: 'file',
    });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    const siteUrl = fieldOf(html, 'SITE_URL');
    expect(siteUrl.value).toBe('lire.example');
    expect(siteUrl.fault).toContain('une adresse http ou https sans chemin');
    expect(fieldOf(html, 'PUBLISHER_NAME')).toEqual({ value: '&quot;&gt;&lt;script&gt;' });
    expect(fieldOf(html, 'PUBLISHER_PHONE').fault).toBe('Il faut une réponse.');
    expect(fieldOf(html, 'GOOGLE_CLIENT_ID').fault).toBe('Il faut une réponse.');
    expect(fieldOf(html, 'APPLE_TEAM_ID').fault).toBeUndefined();
    expect(fieldOf(html, 'MAIL_URL').fault).toContain('Ce n’est pas la forme attendue');
    expect(fieldOf(html, 'ADMIN_EMAIL').fault).toBe('Ce n’est pas une adresse e-mail.');
    expect(fieldOf(html, 'NOVEL').fault).toBe('Choisissez un fichier.');
    expect(html).not.toMatch(/tres-secret|sans-forme/);
    expect(html).toContain('<title>Des réponses sont à corriger · Feuilleton</title>');
    const [, box = ''] = /role="alert"[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
    expect(box).toContain('7 réponses sont à corriger');
    const targets = Array.from(box.matchAll(/href="#([^"]*)"/g), ([, id]) => id);
    expect(targets).toHaveLength(7);
    const described = Array.from(html.matchAll(/aria-describedby="([^"]*)"/g), ([, ids]) => ids);
    for (const id of [...targets, ...described.flatMap((ids) => ids?.split(' '))]) {
      expect(html).toContain(` id="${id}"`);
    }
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(7);
    expect(await isWritten()).toBe(false);
  });

  test('is told at once of faults that answers show beside each other', async () => {
    const answer = await send(await enter(), {
      ...fine,
      PUBLISHER_LEGAL_FORM: 'SARL',
      PUBLISHER_CAPITAL: 'Aucun',
      PUBLISHER_PHONE: 'aucun',
      VAT_RATES: 'France=5.5,Belgique=6,Suisse=8.1,Canada=5,Autre=5.5',
      PUBLISHER_VAT_NUMBER: '',
      ADMIN_EMAIL: '',
    });
    const html = await answer.text();
    expect(fieldOf(html, 'PUBLISHER_CAPITAL').fault).toBe('Une société doit donner son capital.');
    expect(fieldOf(html, 'PUBLISHER_VAT_NUMBER').fault).toContain('il faut un numéro de TVA');
    expect(fieldOf(html, 'PUBLISHER_PHONE').fault).toContain('un numéro de téléphone');
    expect(fieldOf(html, 'ADMIN_EMAIL').fault).toBe('Il faut une réponse.');
    expect(html).toContain('https://lire.example/api/stripe/webhook');
  });

  test('loses no answer to a book that is too large, and is not offered one that was refused', async () => {
    const cookie = await enter();
    for (const moreBytes of [1, 3 * 1024 * 1024]) {
      const BOOK = new File([new Uint8Array(studioLimits.bookBytes + moreBytes)], 'gros.epub');
      const answer = await send(cookie, { ...fine, NOVEL: 'file', BOOK });
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(fieldOf(html, 'PUBLISHER_NAME').value).toBe('L’ami # du &quot;livre&quot;');
      expect(fieldOf(html, 'ADMIN_NAME').value).toBe('Camille');
      expect(fieldOf(html, 'NOVEL').fault).toContain('plus de 20\u00A0Mo');
      expect(html).toContain('<a href="#BOOK">');
      expect(html).not.toContain('gros.epub');
    }
    const again = await send(cookie, { ...fine, NOVEL: 'file' });
    expect(fieldOf(await again.text(), 'NOVEL').fault).toBe('Choisissez un fichier.');
    expect(await isWritten()).toBe(false);
  });

  test('writes settings, an admin and a novel, once however often it is sent', async () => {
    const databaseUrl = await createDatabase();
    const cookie = await enter();
    const book = new File(['---\ntitle: Un livre\nauthor: Ada\n---\n\n## Un\n\nIl était.'], 'a.md');
    const secret = {
      'with-GOOGLE_CLIENT_ID': 'oui',
      GOOGLE_CLIENT_ID: '1234.apps.googleusercontent.com',
      'with-APPLE_CLIENT_ID': 'oui',
      APPLE_CLIENT_ID: 'example.lire.web',
      APPLE_TEAM_ID: 'ABCDE12345',
      APPLE_KEY_ID: '12345ABCDE',
      APPLE_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
      DATABASE_URL: databaseUrl,
    };
    const typed = { ...fine, ...secret, NOVEL: 'file' };
    // A fault: secrets and the book stay with the server.
    const first = await send(cookie, {
      ...typed,
      GOOGLE_CLIENT_SECRET: 'tres-secret',
      BOOK: book,
      SITE_URL: '',
    });
    expect(first.status).toBe(422);
    expect(await first.text()).toContain('a.md est déjà là');

    const answers = await Promise.all(
      [1, 2, 3].map(() => send(cookie, { ...typed, DATABASE_URL: '' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const pages = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect(pages.size).toBe(1);
    const [html = ''] = pages;
    const token = /https:\/\/lire\.example\/acces\?jeton=([\w-]+)/.exec(html)?.[1] ?? '';

    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { values, problems } = readSettings({ FEUILLETON_SETTINGS: file });
    expect(problems).toEqual([]);
    expect(parseConfig(values ?? {})).toMatchObject({
      ok: true,
      config: {
        siteUrl: 'https://lire.example',
        databaseUrl,
        publisher: { PUBLISHER_NAME: 'L’ami # du "livre"' },
        identityProviders: {
          google: { clientSecret: 'tres-secret' },
          apple: { clientId: 'example.lire.web' },
        },
      },
    });
    expect(html).not.toContain(values?.SECRET_KEYS);
    const { db, close } = await openDatabase(databaseUrl, { role: 'command' });
    const people = await db.select().from(users);
    expect(people).toMatchObject([{ email: 'camille@lire.example', role: 'admin' }]);
    expect(await db.select().from(novels)).toMatchObject([
      { title: 'Un livre', chapterCount: 1, ownerId: people[0]?.id },
    ]);
    expect(await db.$count(staffLinks)).toBe(1);
    expect(await isStaffLinkValid({ db, clock: { now: () => new Date() } }, token)).toBe(true);
    await close();
    await serving.written;
    await expect(ask('/')).rejects.toThrow();
  });

  test('may try again after a database out of reach, with an account and a novel that are there', async () => {
    const databaseUrl = await createDatabase();
    const { db, close } = await openDatabase(databaseUrl, { role: 'command' });
    await db.insert(users).values({ name: 'Camille', email: 'Camille@lire.example' });
    const cookie = await enter();
    const nowhere = {
      ...fine,
      DATABASE_URL: 'postgres://lire:mot@127.0.0.1:1/rien',
      NOVEL: 'sample',
    };
    const failed = await (await send(cookie, nowhere)).text();
    expect(fieldOf(failed, 'DATABASE_URL').fault).toMatch(/atteinte.*: vérifiez cette adresse/);
    expect(failed).not.toContain('mot@');
    expect(fieldOf(failed, 'ADMIN_NAME').value).toBe('Camille');

    expect((await send(cookie, { ...nowhere, DATABASE_URL: databaseUrl })).status).toBe(200);
    expect(await db.select().from(users)).toMatchObject([{ name: 'Camille', role: 'admin' }]);
    expect(await db.select().from(novels)).toMatchObject([
      { title: 'Le Jeu des neuf portes', chapterCount: 8 },
    ]);
    await close();
  });
});

test('a database that the environment gives is not asked for, shown or written', async () => {
  const databaseUrl = await createDatabase();
  await writeFile(file, '');
  await serving.written;
  await rm(file);
  await serve({ databaseUrl, isDatabaseGiven: true });
  const cookie = await enter();
  const page = await (await ask('/', { headers: { cookie } })).text();
  expect(page).not.toMatch(/DATABASE_URL|postgres/);
  expect((await send(cookie, fine)).status).toBe(200);
  expect(await readFile(file, 'utf8')).not.toContain('DATABASE_URL');
});

test('settings that were written elsewhere end the page, and it never writes over them', async () => {
  const cookie = await enter();
  await writeFile(file, '# of another');
  const answer = await send(cookie, fine);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
  await serving.written;
  expect(await readFile(file, 'utf8')).toBe('# of another');
});
