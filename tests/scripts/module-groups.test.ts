import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '#scripts/build/module-groups.ts';

const root = join(import.meta.dirname, '../..');
const modules = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map(
  (path) => `/src/${path.replaceAll('\\', '/')}`,
);
const patterns = groups.flatMap(({ name, modules: own }) => own.map((pattern) => [name, pattern]));

/** A group that names what is no longer there lets its modules fall into files of their own. */
test.each(patterns)('the group “%s” has the modules of %s', (_name, pattern = '') => {
  if (pattern.startsWith('/node_modules/')) {
    expect(existsSync(join(root, pattern))).toBe(true);
    return;
  }
  const form = new RegExp(pattern.replace(/\\\?.*$/, '$'));
  expect(modules.filter((path) => form.test(path))).not.toEqual([]);
});
