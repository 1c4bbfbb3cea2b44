import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What an image is made of. */
export type ImageParts = {
  archive: string;
  /** The checkout that the archive was built from. */
  site: string;
  /** An empty folder to work in. */
  work: string;
  version: string;
  /** Seconds since 1970: the time of its newest file. */
  time: string;
  /** A tar of Debian's files; null: its image of Docker's registry. */
  base: string | null;
};

/**
 * Makes the container image by buildah, in a store of its own (decision 141). The archive is of
 * Docker's format, for OCI's has no health check.
 * @returns its path in `work`.
 */
export async function makeImage(parts: ImageParts): Promise<string> {
  const { archive, site, work, version, time, base } = parts;
  const context = join(work, 'context');
  await mkdir(context, { recursive: true });
  await cp(archive, join(context, `feuilleton-${version}-linux-x64.tar.xz`));
  const store = ['--root', join(work, 'store'), '--runroot', join(work, 'run')];
  const buildah = async (command: string, ...words: string[]) => {
    const all = [...store, '--storage-driver', 'vfs', command, ...words];
    const { stdout } = await run('buildah', all, { maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  };
  const given = [`VERSION=${version}`];
  if (base !== null) {
    const container = await buildah('from', 'scratch');
    await buildah('add', '--quiet', container, base, '/');
    await buildah('commit', '--quiet', '--timestamp', time, container, 'localhost/base');
    await buildah('rm', container);
    given.push('BASE=localhost/base');
  }
  const tag = `localhost/feuilleton:${version}`;
  const form = ['--isolation', 'chroot', '--format', 'docker', '--timestamp', time];
  const args = given.flatMap((one) => ['--build-arg', one]);
  const file = join(site, 'Dockerfile');
  await buildah('bud', '--quiet', ...form, ...args, '--tag', tag, '--file', file, context);
  const image = join(work, `feuilleton-${version}-image.tar`);
  await buildah('push', '--quiet', tag, `docker-archive:${image}:${tag}`);
  await run('gzip', ['--no-name', image]);
  return `${image}.gz`;
}
