import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['src', 'public', 'scripts/build'];
const files = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json', 'scripts/build.ts'];

/** Changes when anything changes that a build is made of: sources, packages. */
export function buildFingerprint(): string {
  const hash = createHash('sha256');
  // Synchronous: a promise for each of so many small files takes seven times as long.
  for (const path of [...listSources(), ...files]) {
    hash.update(path).update(readFileSync(root + path));
  }
  return hash.digest('hex');
}

function listSources(): string[] {
  return sources
    .flatMap((folder) => readdirSync(root + folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    .toSorted();
}
