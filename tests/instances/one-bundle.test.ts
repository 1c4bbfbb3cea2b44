import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const bundle = new URL('dist/server/', root);
const reason = existsSync(bundle) ? '' : ' (skipped: the site is not built)';

describe.skipIf(reason !== '')(`the built server${reason}`, () => {
  test('loads no source file in addition to its bundle', async () => {
    const server = spawn(
      process.execPath,
      [
        `--import=${new URL('loaded-modules.mjs', import.meta.url).href}`,
        'tests/instances/site-process.ts',
      ],
      {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          FEUILLETON_MODE: 'test',
          DATABASE_URL: 'memory:',
          PORT: '0',
          LOG_LEVEL: 'info',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const loaded: string[] = [];
    createInterface(server.stderr).on('line', (line) => {
      if (line.startsWith('loaded file:')) loaded.push(line.slice('loaded '.length));
    });
    for await (const line of createInterface(server.stdout)) {
      if (line.includes('"msg":"listening"')) break;
    }
    server.kill('SIGTERM');
    await once(server, 'exit');
    expect(loaded).toContain(new URL('entry.mjs', bundle).href);
    expect(loaded.filter((url) => url.startsWith(new URL('src/', root).href))).toEqual([]);
    expect(loaded.filter((url) => url.includes('/node_modules/drizzle-orm/'))).toEqual([]);
  });

  test('has no class of ours twice', async () => {
    const sources = await readAll(new URL('src/lib/server/', root), '.ts');
    const built = await readAll(bundle, '.mjs');
    const names = [...sources.matchAll(/^(?:export )?class (\w+)/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(2);
    // Rolldown writes `Name = class`, and `Name$1 = class` for the second one of a name.
    const timesMade = names.map((name) => ({
      name,
      times: [...built.matchAll(new RegExp(String.raw`\b${name}(?:\$\d+)? = class\b`, 'g'))].length,
    }));
    expect(timesMade.filter(({ times }) => times > 1)).toEqual([]);
    expect(timesMade.filter(({ times }) => times === 1)).not.toEqual([]);
  });
});

async function readAll(folder: URL, ending: string): Promise<string> {
  const files = await readdir(fileURLToPath(folder), { recursive: true });
  const wanted = files.filter((file) => file.endsWith(ending));
  const texts = await Promise.all(wanted.map((file) => readFile(new URL(file, folder), 'utf8')));
  return texts.join('\n');
}
