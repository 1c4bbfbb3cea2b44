import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const { imports, dependencies } = z
  .object({
    imports: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** What runs from its sources on a server: the entry, all commands, worker threads. All else is a bundle. */
const workers = globSync('src/lib/server/**/*-worker.ts');
const entries = ['src/lib/server/main.ts', 'scripts/feuilleton.ts', ...workers];
/** Used by no import: the Node that everything runs under. */
const program = 'node';

const statement = /^(?:import|export) (?!type )(?:[^;'=]*? from )?'([^']+)';|import\('([^']+)'\)/gm;

/** The file of an import of ours; null for a package's. */
function fileOf(name: string, from: string): string | null {
  if (name.startsWith('.')) return resolve(dirname(from), name);
  const alias = Object.keys(imports).find((each) => name.startsWith(each.slice(0, -1)));
  return alias === undefined
    ? null
    : resolve((imports[alias] ?? '').replace('*', name.slice(alias.length - 1)));
}

function packagesOf(starts: readonly string[]): Set<string> {
  const files = new Set(starts.map((path) => resolve(path)));
  const packages = new Set<string>();
  for (const file of files) {
    if (!/\.m?[jt]s$/.test(file) || !existsSync(file)) continue;
    const text = readFileSync(file, 'utf8');
    for (const [, first, second] of text.matchAll(statement)) {
      const name = first ?? second ?? '';
      const own = fileOf(name, file);
      if (own !== null) files.add(own);
      else if (!name.startsWith('node:')) packages.add(packageOf(name));
    }
  }
  expect(files.size).toBeGreaterThan(300);
  return packages;
}

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

test('`dependencies` are what a server runs from its sources; all else is for the build', () => {
  // pdfkit and sharp stay outside of the bundle, which imports nothing else (astro.config.mjs).
  const needed = [...packagesOf(entries), program].toSorted();
  expect(Object.keys(dependencies).toSorted()).toEqual(needed);
  expect(needed).toEqual(expect.arrayContaining(['pdfkit', 'sharp']));
  expect(workers).toHaveLength(3);
});
