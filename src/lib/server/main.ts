/**
 * `npm run serve`: runs the built server. It imports the bundle and nothing else, so that no module
 * exists twice.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as builtEntry from './entry.ts';

const folder = new URL('../../../dist/', import.meta.url);
const entry = new URL('server/entry.mjs', folder);
if (!existsSync(entry)) {
  process.stderr.write('Le site n’est pas construit : lancez d’abord npm run build.\n');
  process.exit(1);
}
// Beside the build, and as old as it: the next start need not compile the bundle. Where the folder
// cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('compile-cache', folder)));
const { run } = (await import(entry.href)) as typeof builtEntry;
await run(folder);
flushCompileCache();
