import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildSettings } from '#server/config/build-settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['src', 'public'];
const files = [
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.ts',
  'scripts/build/first-paint.ts',
  'scripts/build/inline-script.ts',
  'scripts/build/island-runtime.ts',
  'scripts/build/app-icons.ts',
  'scripts/build/check-css.ts',
  'scripts/build/css-layers.ts',
  'scripts/build/service-worker.ts',
  'scripts/build/web-fonts.ts',
];

/** Changes when anything changes that a build is made of: sources, packages, settings. */
export async function buildFingerprint(
  environment: Record<string, string | undefined>,
): Promise<string> {
  const hash = createHash('sha256');
  for (const path of [...(await listSources()), ...files]) {
    hash.update(path).update(await readFile(root + path));
  }
  return hash.update(buildSettings(environment)).digest('hex');
}

async function listSources(): Promise<string[]> {
  const lists = await Promise.all(
    sources.map(async (folder) => {
      const entries = await readdir(root + folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length));
    }),
  );
  return lists.flat().toSorted();
}
