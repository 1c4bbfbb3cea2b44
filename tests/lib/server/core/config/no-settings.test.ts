import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findMissingSettings, findSettingsPlace } from '#server/core/config/no-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'feuilleton-none-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'settings');

test.each([
  [{}],
  [{ PORT: '4322', HOST: '0.0.0.0', FEUILLETON_MODE: 'production', LISTEN_FDS: '1', HOME: '/' }],
  [{ SITE_URL: '' }],
])('a server with %j has no settings', (environment) => {
  expect(findSettingsPlace(environment, file)).toMatchObject({ file, isDatabaseGiven: false });
});

test('a database of the environment is no setting of a site', () => {
  const DATABASE_URL = 'postgres://db/lire';
  const place = { file, databaseUrl: DATABASE_URL, isDatabaseGiven: true };
  const environment = { DATABASE_URL, FEUILLETON_SETTINGS: file };
  expect(findSettingsPlace(environment, '/none')).toMatchObject(place);
});

test.each([
  [{ SITE_URL: 'https://lire.example' }],
  [{ PUBLISHER_NAMES: 'misspelt' }],
  [{ VAT_NOTICE: 'no longer read' }],
  [{ FEUILLETON_MODE: 'demo' }],
  [{ FEUILLETON_SETTINGS: join(folder, 'no-folder', 'settings') }],
])('a server with %j is not asked', (environment) => {
  expect(findSettingsPlace(environment, file)).toBeNull();
});

test('nor is one with a file, whatever is in it, or with a link of its name', () => {
  const empty = join(folder, 'empty');
  writeFileSync(empty, '');
  expect(findSettingsPlace({}, empty)).toBeNull();
  const dangling = join(folder, 'dangling');
  symlinkSync('/nowhere/at/all', dangling);
  expect(findSettingsPlace({}, dangling)).toBeNull();
});

test('nor is one whose file cannot be looked for', () => {
  writeFileSync(join(folder, 'plain'), '');
  expect(findSettingsPlace({ FEUILLETON_SETTINGS: join(folder, 'plain', 'settings') })).toBeNull();
});

test('a folder that is missing leaves it without settings all the same', () => {
  const nowhere = join(folder, 'no-folder', 'settings');
  expect(findMissingSettings({ FEUILLETON_SETTINGS: nowhere })).toMatchObject({ file: nowhere });
  expect(findMissingSettings({ SITE_URL: 'https://lire.example' }, nowhere)).toBeNull();
});

test.skipIf(process.getuid?.() === 0)('nor is one whose folder it may not write', () => {
  chmodSync(folder, 0o500);
  expect(findSettingsPlace({}, file)).toBeNull();
  chmodSync(folder, 0o700);
});
