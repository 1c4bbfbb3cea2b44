import { globSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectRoot } from '#server/core/project-root.ts';
import { makeBase, run } from './machine.ts';

/** A version to install: package, archive, image, and their sums. */
export type Release = { version: string; files: string[] };

const root = resolve(projectRoot.pathname);
/** While nothing is tagged, the present commit stands for the version before it, under this number. */
const standIn = '0.9.9';
/** A sentence that scripts have: with another one in its place their names differ. */
const sentence = { file: 'src/lib/shared/site/field-sentences.ts', from: 'Donnez un titre.' };

/** Makes the present commit's release and that of the tag before it, in two folders of `folder`. */
export async function makeReleases(
  folder: string,
  cache: string,
): Promise<{ before: Release; now: Release }> {
  const before = join(folder, 'before');
  const now = join(folder, 'now');
  if (globSync(`${before}/*.deb`).length === 0) {
    await makeBefore(join(folder, 'site'), before);
  }
  if (globSync(`${now}/*.deb`).length === 0) {
    const previous = globSync(`${before}/*.tar.xz`).flatMap((file) => ['--previous', file]);
    const image = ['--only', 'image', '--base', await makeBase(12, cache)];
    await release(root, ['--only', 'package', ...image, '--to', now, ...previous]);
  }
  return { before: releaseIn(before), now: releaseIn(now) };
}

async function makeBefore(site: string, to: string): Promise<void> {
  const tags = await run('git', [
    '-C',
    root,
    'tag',
    '--merged',
    'HEAD^',
    '--sort=-v:refname',
    'v*',
  ]);
  const [tag = ''] = tags.split('\n');
  await mkdir(site, { recursive: true });
  await run('git', ['clone', '--quiet', '--shared', root, site]);
  if (tag !== '') {
    await run('git', ['-C', site, 'checkout', '--quiet', tag]);
  } else {
    await replaceIn(join(site, sentence.file), sentence.from, `${sentence.from} `);
    for (const file of ['package.json', 'package-lock.json']) {
      await replaceIn(join(site, file), /"version": "[\d.]+"/, `"version": "${standIn}"`);
    }
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
    await run('git', ['-C', site, ...who, 'commit', '--quiet', '--all', '--message', standIn]);
  }
  await symlink(join(root, 'node_modules'), join(site, 'node_modules'));
  await release(site, ['--only', 'package', '--only', 'archive', '--to', to]);
}

async function release(site: string, options: string[]): Promise<void> {
  const node = join(root, 'node_modules/.bin/node');
  await run('env', ['-C', site, node, 'scripts/release.ts', '--untagged', ...options]);
}

function releaseIn(folder: string): Release {
  const files = globSync(`${folder}/*.{deb,tar}*`);
  const version = /_([\d.]+)_amd64\.deb/.exec(files.join(' '))?.[1];
  if (version === undefined) throw new Error(`no package in ${folder}`);
  return { version, files };
}

async function replaceIn(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${String(from)}`);
  await writeFile(file, changed);
}
