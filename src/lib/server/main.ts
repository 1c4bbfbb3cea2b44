/** `npm run serve`: runs the built server. It imports nothing else, so that no module exists twice. */
import { existsSync } from 'node:fs';
import type * as builtEntry from './entry.ts';

const folder = new URL('../../../dist/', import.meta.url);
const entry = new URL('server/entry.mjs', folder);
if (!existsSync(entry)) {
  process.stderr.write('Le site n’est pas construit : lancez d’abord npm run build.\n');
  process.exit(1);
}
const { run } = (await import(entry.href)) as typeof builtEntry;
await run(folder);
