import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const smallLines = 40;
/** A file is rarely above this: what would be longer may stay apart. */
const largeLines = 280;
/** Parts of a script that stands in the page, each for one directive. */
const apart = ['src/lib/browser/islands/directives.ts', 'src/lib/browser/islands/signed-in.ts'];

const root = join(import.meta.dirname, '../..');
const paths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => /\.(?:ts|tsx|astro)$/.test(path));
const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const linesOf = (path: string) => sources.get(path)?.split('\n').length ?? 0;

const folders: Record<string, string> = {
  '#server/': 'src/lib/server/',
  '#shared/': 'src/lib/shared/',
  '#browser/': 'src/lib/browser/',
  '#islands/': 'src/islands/',
};

/** The modules of ours that a file imports, by path; `isLate` are those that it loads when it needs them. */
function importsOf(path: string): { target: string; isLate: boolean }[] {
  const text = sources.get(path) ?? '';
  return [...text.matchAll(/(from |import |import\(|URL\()\s*'([#.][^'?]*)/g)].map(
    ([, how = '', name = '']) => {
      const alias = Object.keys(folders).find((each) => name.startsWith(each));
      const target = alias
        ? name.replace(alias, folders[alias] ?? '')
        : join(dirname(path), name).replaceAll('\\', '/');
      return { target, isLate: how.endsWith('(') };
    },
  );
}

test('what only one module of its folder needs, and is small, stands in that module', () => {
  const importers = new Map<string, { path: string; isLate: boolean }[]>();
  for (const path of paths) {
    for (const { target, isLate } of importsOf(path)) {
      importers.set(target, [...(importers.get(target) ?? []), { path, isLate }]);
    }
  }
  expect(importers.size).toBeGreaterThan(500);
  const lonely = paths.filter((path) => {
    const [one, ...more] = importers.get(path) ?? [];
    if (!one || more.length > 0 || one.isLate || one.path.endsWith('.astro')) return false;
    const isHere = dirname(one.path) === dirname(path) && !apart.includes(path);
    return isHere && linesOf(path) < smallLines && linesOf(path) + linesOf(one.path) < largeLines;
  });
  expect(lonely).toEqual([]);
});
