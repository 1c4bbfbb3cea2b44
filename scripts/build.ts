/** `npm run build`: Astro's build, compressed files, and a note of what it was made from. */
import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { writeAppIcons } from './build/app-icons.ts';
import { checkCss } from './build/check-css.ts';
import { compressFolder } from './build/compress.ts';
import { writeDictionary } from './build/dictionary.ts';
import { buildFingerprint } from './build/fingerprint.ts';
import { writeServiceWorkers } from './build/service-worker.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds the site into `folder`: the same files for the same sources, for any settings. */
export async function build(folder = `${root}dist`): Promise<void> {
  await checkCss(root);
  const fingerprint = buildFingerprint();
  await runAstro(folder);
  await hideMachine(`${folder}/server`);
  await writeDictionary(folder);
  await writeAppIcons(`${folder}/client`);
  await writeServiceWorkers(`${folder}/client`, fingerprint);
  await compressFolder(`${folder}/client`);
  await writeFile(`${folder}/fingerprint`, fingerprint);
}

/**
 * Astro names modules by their paths on this machine, and files of the client in the order in which it
 * met them; the running server needs neither.
 */
async function hideMachine(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.mjs')) continue;
    const file = join(folder, name);
    const text = (await readFile(file, 'utf8')).replaceAll(root, '/site/');
    const sorted = text.replace(/("assets":)(\["\/[^\]]*\])/, (_, name: string, list: string) => {
      const assets = z.array(z.string()).parse(JSON.parse(list));
      return name + JSON.stringify(assets.toSorted());
    });
    await writeFile(file, sorted);
  }
}

/**
 * With nothing of this environment but where programs and homes are. The key would be another one in
 * each build; it encrypts what server islands are given, which no page has.
 */
function runAstro(folder: string): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    ASTRO_KEY: Buffer.alloc(32).toString('base64'),
  };
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(
      process.execPath,
      [`${root}node_modules/astro/bin/astro.mjs`, 'build', '--silent', '--outDir', folder],
      { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] },
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
    await build();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
