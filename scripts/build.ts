/** `npm run build`: Astro's build, compressed files, and a note of what it was made from. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildSettings } from '#server/core/config/build-settings.ts';
import { writeAppIcons } from './build/app-icons.ts';
import { checkCss } from './build/check-css.ts';
import { narrowPolicies } from './build/narrow-policies.ts';
import { compressFolder } from './build/compress.ts';
import { buildFingerprint } from './build/fingerprint.ts';
import { writeServiceWorker } from './build/service-worker.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the site for an environment, into `folder`. The legal pages take the publisher from it, so
 * a build belongs to its settings.
 */
export async function build(
  environment: Record<string, string | undefined>,
  folder = `${root}dist`,
): Promise<void> {
  await checkCss(root);
  const fingerprint = buildFingerprint(environment);
  const forAstro = { ...environment, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
  await runAstro(forAstro, folder);
  await narrowPolicies(`${folder}/client`);
  await writeAppIcons(`${folder}/client`);
  await writeServiceWorker(`${folder}/client`, environment);
  await compressFolder(`${folder}/client`);
  await writeFile(`${folder}/settings`, buildSettings(environment));
  await writeFile(`${folder}/fingerprint`, fingerprint);
}

function runAstro(environment: Record<string, string | undefined>, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(
      process.execPath,
      [`${root}node_modules/astro/bin/astro.mjs`, 'build', '--silent', '--outDir', folder],
      { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`La construction a échoué.\n${output}`)),
    );
  });
}

if (import.meta.main) {
  try {
    await build(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
