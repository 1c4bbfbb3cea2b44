import { readFileSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';
import { programVersion, projectRoot } from '../project-root.ts';

const shownCharacters = 12;

/** Reports the running version and build: several servers should have the same. */
export function addBuildInfo(registry: Registry): void {
  const gauge = new Gauge({
    name: 'feuilleton_build_info',
    help: 'Version of the program, fingerprint of its build, version of Node; always 1.',
    labelNames: ['version', 'build', 'node'],
    registers: [registry],
  });
  gauge.set({ version: programVersion(), build: buildFingerprint(), node: process.version }, 1);
}

function buildFingerprint(): string {
  try {
    return readFileSync(new URL('dist/fingerprint', projectRoot), 'utf8').slice(0, shownCharacters);
  } catch {
    // A test has no build.
    return 'none';
  }
}
