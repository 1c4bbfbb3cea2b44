/** Locks a folder when its parent says so, at a given instant; holds it until it is killed. */
import { takeFolder } from '#server/db/embedded-lock.ts';

const folder = process.argv[2] ?? '';
process.on('message', (instantMs: number) => {
  while (Date.now() < instantMs);
  process.send?.(takeFolder(folder) ? 'held' : 'refused');
});
process.send?.('ready');
