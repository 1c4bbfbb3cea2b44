import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbedded } from '#server/core/db/embedded.ts';
import { startDev, type DevProcess } from './dev-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('npm run dev', () => {
  let dev: DevProcess;
  beforeAll(async () => {
    dev = await startDev(root, 'memory:');
    await dev.ready();
    // All modules are loaded one by one, and nine covers encoded.
  }, 240_000);
  afterAll(() => {
    if (dev.child.exitCode === null) dev.child.kill('SIGKILL');
  });

  const read = async (path: string) => {
    const answer = await fetch(dev.url + path, { headers: { accept: 'text/html' } });
    return { status: answer.status, text: await answer.text() };
  };

  test('serves pages, calls and the sources of islands on the demonstration', async () => {
    const home = await read('/');
    expect(home.status).toBe(200);
    expect(home.text).toContain('Le Dernier Train pour Aubeciel');
    expect(home.text).toContain('/src/islands/signed-in.ts');
    expect(await read('/src/islands/signed-in.ts')).toMatchObject({ status: 200 });
    const novels = await read('/api/novels');
    expect(novels.text).toContain('Le Dernier Train pour Aubeciel');
    expect(await read('/nulle-part')).toMatchObject({ status: 404 });
  });

  test('shows the kit’s examples', async () => {
    const gallery = await read('/_kit');
    expect(gallery).toMatchObject({ status: 200 });
    expect(gallery.text).toContain('/src/islands/ui/gallery/Gallery.tsx');
  });

  test('ends with a sentence where another process has its data', async () => {
    const data = await mkdtemp(join(tmpdir(), 'feuilleton-dev-'));
    const holder = await openEmbedded(data, { role: 'server' });
    const second = await startDev(root, `file:${data}`);
    const { code, errors } = await second.ended;
    await holder.close();
    await rm(data, { recursive: true });
    expect(code).toBe(1);
    expect(errors).toContain(`Feuilleton tourne déjà sur la base de ${data} : arrêtez-le d’abord`);
  });

  test('ends when it is told to', async () => {
    dev.child.kill('SIGTERM');
    expect(await dev.ended).toMatchObject({ code: 0 });
  });
});
