/**
 * `npm run test:install`: makes two releases and goes an operator's way through production.md with them,
 * on Debian 12 and 13, each a machine of its own under systemd. Needs root, and what `lacking` names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { tell } from '#scripts/command-line.ts';
import { travel } from './journey.ts';
import { lacking, releases as debians, type DebianVersion } from './machine.ts';
import { Operator } from './operator.ts';
import { makeReleases } from './releases.ts';

const options = { debian: { type: 'string' }, releases: { type: 'string' } } as const;
const { values } = parseArgs({ options });

const missing = lacking();
if (missing.length > 0) {
  tell(`L’installation n’est pas essayée : il manque ${missing.join(', ')}.`);
  process.exit(0);
}

const folder = await mkdtemp(join(tmpdir(), 'feuilleton-install-'));
const cache = resolve('node_modules/.cache/install');
let operator: Operator | null = null;
async function end(): Promise<void> {
  await operator?.end();
  await rm(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().finally(() => process.exit(1)));
}
try {
  const startedAt = performance.now();
  tell('Fabrication des deux versions…');
  const made = resolve(values.releases ?? join(folder, 'releases'));
  const releases = await makeReleases(made, cache);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  tell(`${releases.before.version} et ${releases.now.version}, en ${seconds} s`);
  for (const version of Object.keys(debians).map(Number) as DebianVersion[]) {
    if (values.debian !== undefined && values.debian !== String(version)) continue;
    tell(`\nDebian ${version} (${debians[version]})`);
    operator = new Operator(join(folder, String(version)), releases, tell);
    await travel(operator, version, cache);
    await operator.end();
  }
} finally {
  await end();
}
