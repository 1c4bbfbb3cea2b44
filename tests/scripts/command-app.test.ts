import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { commandConfig } from '#scripts/command-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'feuilleton-command-'));
const file = join(folder, 'settings');
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('a command works on the database of the site’s settings file, or on none', () => {
  vi.stubEnv('DATABASE_URL', undefined);
  vi.stubEnv('FEUILLETON_SETTINGS', file);
  writeFileSync(file, 'DATABASE_URL=postgres://site@db.example/site\n', { mode: 0o600 });
  expect(commandConfig().databaseUrl).toBe('postgres://site@db.example/site');
  writeFileSync(file, 'DATABASE_ULR=postgres://site@db.example/site\n');
  expect(commandConfig).toThrow('voulez-vous dire DATABASE_URL ?');
  rmSync(file);
  expect(commandConfig).toThrow(`Il n’y a pas de fichier ${file}.`);
});
