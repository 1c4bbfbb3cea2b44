import { existsSync } from 'node:fs';

/**
 * The project's folder, with a trailing slash: where `package.json`, `src` and `node_modules`
 * are. The same for the sources and for the build's bundle.
 */
export const projectRoot: URL = findUpwards(new URL('./', import.meta.url));

function findUpwards(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) throw new Error('package.json was not found above the program');
  return findUpwards(parent);
}
