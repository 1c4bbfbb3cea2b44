import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The project's folder, with a trailing slash: where `package.json`, `src` and `node_modules`
 * are. The same for the sources and for the build's bundle.
 */
export const projectRoot: URL = findUpwards(new URL('./', import.meta.url));

const packageSchema = z.object({ version: z.string() });

/** The version in `package.json`. */
export function programVersion(): string {
  const file = readFileSync(new URL('package.json', projectRoot), 'utf8');
  return packageSchema.parse(JSON.parse(file)).version;
}

function findUpwards(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) throw new Error('package.json was not found above the program');
  return findUpwards(parent);
}
