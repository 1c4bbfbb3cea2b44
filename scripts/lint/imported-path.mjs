import { dirname, join } from 'node:path';

export const server = 'src/lib/server';

/** The module of the server that an import in a file names, by its path in the project; else null. */
export function importedPath(source, file) {
  if (typeof source !== 'string') return null;
  if (source.startsWith('#server/')) return source.replace('#server', server);
  return source.startsWith('.') ? join(dirname(file), source) : null;
}
