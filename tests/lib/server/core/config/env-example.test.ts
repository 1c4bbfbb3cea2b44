import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '#server/core/config/config.ts';
import { identityProviderSettings } from '#server/core/config/identity-providers.ts';
import { mailSettings } from '#server/core/config/mail.ts';
import { cdnSettings } from '#server/core/config/cdn.ts';
import { payerSettings } from '#server/core/config/config.ts';
import { pushSettings } from '#server/core/config/push.ts';
import { stripeSettings } from '#server/core/config/stripe.ts';
import { publisherSettings } from '#server/core/config/publisher.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** A line with a setting; with a # it shows the default. */
type Line = { name: string; value: string; isNeeded: boolean; comment: string };

const lines = read('.env.example').split('\n');
const shown = lines.flatMap((line, index): Line[] => {
  const [, mark, name, value] = /^(#?)([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) return [];
  return [{ name, value, isNeeded: mark === '', comment: lines[index - 1] ?? '' }];
});
const names = shown.map(({ name }) => name);

/** The keys of the schema in config.ts, which does not export it. */
const serverSettings = [
  ...read('src/lib/server/core/config/config.ts').matchAll(/^ {2}([A-Z_]+): (?:z|wholeNumber)\b/gm),
]
  .map(([, name]) => name ?? '')
  .toSorted();

/** Set by the machine, not by the operator. */
const ambient = new Set(['NODE_ENV', 'PATH']);

/** Names that files read from the environment one by one. */
function namesReadElsewhere(): string[] {
  const inFolders = ['.ci', 'scripts', 'src', 'tests'].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => resolve(entry.parentPath, entry.name).slice(root.length + 1)),
  );
  const inRoot = readdirSync(root).filter((path) => /\.(ts|mjs)$/.test(path));
  const found = [...inFolders, ...inRoot]
    .filter((path) => path === '.ci/run' || /\.(ts|mjs|astro)$/.test(path))
    .flatMap((path) => [
      ...read(path).matchAll(/process\.env(?:\.|\[')([A-Z][A-Z0-9_]*)|\$\{([A-Z][A-Z0-9_]*):-/g),
    ])
    .map(([, inCode, inShell]) => inCode ?? inShell ?? '');
  return [...new Set(found)].filter((name) => !ambient.has(name));
}

describe('.env.example', () => {
  test('names every setting once, and nothing that is not one', () => {
    expect(serverSettings).toContain('DATABASE_URL');
    const known = new Set([
      ...serverSettings,
      ...publisherSettings,
      ...identityProviderSettings,
      ...stripeSettings,
      ...mailSettings,
      ...pushSettings,
      ...cdnSettings,
      ...payerSettings,
      ...namesReadElsewhere(),
    ]);
    expect(names.toSorted()).toEqual([...known].toSorted());
  });

  test('explains each setting on the line above it', () => {
    const unexplained = shown.filter(({ comment }) => !/^# [A-Z\d]|^# \p{L}/u.test(comment));
    expect(unexplained).toEqual([]);
  });

  test('has exactly what production requires without a #', () => {
    const result = parseConfig({});
    const missing = result.ok ? [] : result.problems.map((line) => line.split(' ', 1)[0]);
    const needed = shown.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
    expect(needed.toSorted()).toEqual(missing.toSorted());
  });

  test('shows the actual defaults', () => {
    const defaults = Object.fromEntries(
      shown.filter(({ isNeeded }) => !isNeeded).map(({ name, value }) => [name, value]),
    );
    const demo = { FEUILLETON_MODE: 'demo' };
    expect(parseConfig({ ...defaults, ...demo })).toEqual(parseConfig(demo));
    expect(defaults.FEUILLETON_MODE).toBe('production');
  });
});
