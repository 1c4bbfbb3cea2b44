import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#server/core/config/read-settings.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'feuilleton-settings-'));
  file = join(folder, 'settings');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string | Buffer, mode = 0o600) => {
  writeFileSync(file, text);
  chmodSync(file, mode);
};
const withFile = (text: string) => {
  write(text);
  return readSettings({ FEUILLETON_SETTINGS: file });
};
const production = { FEUILLETON_MODE: 'production' };

describe('settings', () => {
  test('are those of the file, and over them those of the environment that say something', () => {
    write('PORT=1\nHOST=::1\nLOG_LEVEL=warn');
    const told = {
      PORT: '2',
      HOST: '""',
      SITE_URL: ' "https://a.test" ',
      FEUILLETON_SETTINGS: file,
    };
    const read = readSettings({ ...told, OTHER: '"x"' });
    expect(read).toMatchObject({
      problems: [],
      notices: [],
      values: {
        PORT: '2',
        HOST: '::1',
        LOG_LEVEL: 'warn',
        SITE_URL: 'https://a.test',
        OTHER: '"x"',
      },
    });
  });

  test('of the usual file are for production, never for a demonstration or a test', () => {
    write('PORT=1');
    for (const mode of ['production', '', undefined]) {
      expect(readSettings({ FEUILLETON_MODE: mode }, file).values).toMatchObject({ PORT: '1' });
    }
    for (const mode of ['demo', 'test']) {
      const environment = { FEUILLETON_MODE: mode };
      expect(readSettings(environment, file).values).toEqual(environment);
      const named = { ...environment, FEUILLETON_SETTINGS: file };
      expect(readSettings(named).values).toMatchObject({ PORT: '1' });
    }
  });

  test.each(['file:data', 'file:./data', 'file://data'])(
    'of a file name its database by a whole path, not %s',
    (url) => {
      expect(withFile(`DATABASE_URL=${url}`).problems).toEqual([
        `${file}, ligne 1 : DATABASE_URL a besoin ici d’un chemin entier, comme file:/var/lib/feuilleton/data.`,
      ]);
      for (const whole of ['file:/srv/data', 'file:///srv/data', 'postgres://db/site', 'memory:']) {
        expect(withFile(`DATABASE_URL=${whole}`).problems).toEqual([]);
      }
    },
  );

  test('that a package brings are the last in question, and none of a demonstration', () => {
    const defaults = join(folder, 'defaults');
    writeFileSync(defaults, '# of a package\nHOST=::1\nPORT=1\nDATABASE_URL=postgres:///a\n');
    write('PORT=2\nHOST=\n');
    const environment = { DATABASE_URL: 'postgres:///b', LOG_LEVEL: '' };
    const read = (mode: string) =>
      readSettings({ ...environment, FEUILLETON_MODE: mode }, file, defaults).values;
    expect(read('production')).toMatchObject({ ...environment, HOST: '::1', PORT: '2' });
    expect(read('demo')).toEqual({ ...environment, FEUILLETON_MODE: 'demo' });
    expect(readSettings({ DATABASE_URL: '' }, join(folder, 'none'), defaults)).toMatchObject({
      values: { DATABASE_URL: 'postgres:///a' },
    });
  });

  test('come from the environment alone where there is no usual file', () => {
    for (const path of [file, join(folder, 'no', 'settings')]) {
      expect(readSettings(production, path)).toMatchObject({ values: production, problems: [] });
    }
  });

  test('are not guessed where the file cannot be read', () => {
    const named = () => readSettings({ FEUILLETON_SETTINGS: file });
    expect(named()).toMatchObject({ values: null, problems: [`Il n’y a pas de fichier ${file}.`] });
    mkdirSync(file);
    expect(named()).toMatchObject({
      values: null,
      problems: [`${file} n’est pas un fichier de réglages.`],
    });
    rmSync(file, { recursive: true });
    write(Buffer.from('PUBLISHER_NAME=\xC9ditions', 'latin1'));
    expect(named()).toMatchObject({ values: null, problems: [`${file} n’est pas en UTF-8.`] });
  });

  test.each([0o604, 0o602, 0o660, 0o644])('of a file with mode %o are refused', (mode) => {
    write('PORT=1', mode);
    const { values, problems } = readSettings(production, file);
    expect(values).toBeNull();
    expect(problems).toEqual([expect.stringContaining(`chmod 600 ${file}`)]);
  });

  test('of a file that a group may read are those of root’s file only', () => {
    write('PORT=1', 0o640);
    expect(readSettings(production, file).values !== null).toBe(process.getuid?.() === 0);
  });
});

test('a setting of an earlier version is ignored, and the log says so', () => {
  expect(withFile('VAT_NOTICE=TVA incluse.\nPORT=1')).toMatchObject({
    problems: [],
    values: { PORT: '1' },
    notices: ['VAT_NOTICE n’est plus employé : la phrase sur la TVA se déduit de VAT_RATES.'],
  });
});

describe('a name that nothing reads', () => {
  test.each([
    ['SITE_UR', 'SITE_URL'],
    ['SIET_URL', 'SITE_URL'],
    ['site_url', 'SITE_URL'],
    ['PAGE_CACHE_MEGABYTE', 'PAGE_CACHE_MEGABYTES'],
    ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
    ['PORTS', 'PORT'],
  ])('%s is named in a file, with %s', (name, near) => {
    expect(withFile(`# x\n${name}=secret`).problems).toEqual([
      `${file}, ligne 2 : ${name} est inconnu : voulez-vous dire ${near} ?`,
    ]);
  });

  test.each(['NODE_ENV', 'TZ', 'MAIL', '__proto__', 'constructor'])('%s is named alone', (name) => {
    expect(withFile(`${name}=x`).problems).toEqual([`${file}, ligne 1 : ${name} est inconnu.`]);
  });

  test('in the environment is named where it looks like a setting', () => {
    const names = ['SITE_UR', 'PUBLISHER_NAMES', 'HOSTING_FLOOR', 'STRIPE_SECRET_KEYS'];
    const environment = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(readSettings(environment, file).notices).toEqual([
      'SITE_UR est inconnu : voulez-vous dire SITE_URL ?',
      'PUBLISHER_NAMES est inconnu : voulez-vous dire PUBLISHER_NAME ?',
      'HOSTING_FLOOR est inconnu.',
      'STRIPE_SECRET_KEYS est inconnu : voulez-vous dire STRIPE_SECRET_KEY ?',
    ]);
  });

  test('in the environment is nobody’s mistake where other programs use it', () => {
    const names = `PATH HOME HOSTNAME HOSTS MAIL USER TERM LANG LC_ALL TZ PWD SHLVL LOGNAME NODE_ENV
      NODE_OPTIONS NODE_COMPILE_CACHE npm_config_port npm_package_name INVOCATION_ID NOTIFY_SOCKET
      LISTEN_FDS CREDENTIALS_DIRECTORY STATE_DIRECTORY JOURNAL_STREAM GOOGLE_APPLICATION_CREDENTIALS
      GOOGLE_CLOUD_PROJECT GOOGLE_API_KEY STRIPE_API_KEY STRIPE_DEVICE_NAME APPLE_ID MAILTO MAILCHECK
      FEUILLETON_SERVICE_HOST FEUILLETON_SERVICE_PORT FEUILLETON_PORT FEUILLETON_PORT_4321_TCP_ADDR
      HTTP_PROXY HTTPS_PROXY NO_PROXY PGHOST PGPASSWORD MALLOC_ARENA_MAX KUBERNETES_PORT POSTGRES_DB
      DEBUG CI EDITOR SSH_TTY XDG_RUNTIME_DIR`.split(/\s+/);
    const environment = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(readSettings(environment, file).notices).toEqual([]);
  });
});
