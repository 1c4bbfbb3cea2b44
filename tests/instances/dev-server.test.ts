import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPort } from '../built/built-site.ts';

describe('npm run dev', () => {
  const program = fileURLToPath(new URL('../../scripts/start-dev.ts', import.meta.url));
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    const port = await findPort();
    url = `http://127.0.0.1:${port}`;
    child = spawn(process.execPath, [program], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        SITE_URL: url,
        PORT: String(port),
        DATABASE_URL: 'memory:',
        SANDBOX_GOOGLE_PORT: '0',
        SANDBOX_APPLE_PORT: '0',
        SANDBOX_STRIPE_PORT: '0',
      },
    });
    await answers();
    // All modules are loaded one by one, and nine covers encoded.
  }, 240_000);
  afterAll(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
  });

  const answers = async () => {
    while (child.exitCode === null) {
      const isUp = await fetch(`${url}/robots.txt`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      await wait(200);
    }
    throw new Error('npm run dev has ended');
  };
  const read = async (path: string) => {
    const answer = await fetch(url + path, { headers: { accept: 'text/html' } });
    return { status: answer.status, text: await answer.text() };
  };

  test('serves pages, calls and the sources of islands on the demonstration', async () => {
    const home = await read('/');
    expect(home.status).toBe(200);
    expect(home.text).toContain('Le Dernier Train pour Aubeciel');
    expect(home.text).toContain('/src/islands/account-menu/AccountMenu.tsx');
    expect(await read('/src/islands/account-menu/AccountMenu.tsx')).toMatchObject({ status: 200 });
    const novels = await read('/api/novels');
    expect(novels.text).toContain('Le Dernier Train pour Aubeciel');
    expect(await read('/nulle-part')).toMatchObject({ status: 404 });
  });

  test('shows the kit’s examples', async () => {
    const gallery = await read('/_kit');
    expect(gallery).toMatchObject({ status: 200 });
    expect(gallery.text).toContain('/src/islands/ui/gallery/Gallery.tsx');
  });

  test('ends when it is told to', async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
