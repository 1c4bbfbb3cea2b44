import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadFrontPage } from '#server/catalogue/front-page.ts';
import { openTestApp } from '../world/app.ts';
import { addNovel } from '../world/novels.ts';

const script = fileURLToPath(new URL('../../scripts/feature.ts', import.meta.url));

test('feuilleton feature puts a novel on the front page, and takes it off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feuilleton-feature-'));
  const env = { ...process.env, DATABASE_URL: `file:${folder}/data` };
  const run = (...argv: string[]) =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, [script, ...argv], { env }, (error, output, errors) => {
        resolve({ code: error?.code ?? 0, output: output + errors });
      });
    });
  // A server that has the folder open, as in production.
  const app = await openTestApp({ DATABASE_URL: env.DATABASE_URL });
  try {
    const { slug } = await addNovel(app, { title: 'Le Quai', createdAt: new Date(0) });
    await addNovel(app, { title: 'Récent' });
    const featured = async () => (await loadFrontPage(app)).featured?.title;
    expect(await featured()).toBe('Récent');
    expect(await run('show')).toMatchObject({ code: 0, output: 'Aucun roman n’est choisi.\n' });
    expect(await run('set', slug)).toMatchObject({ code: 0, output: `À la une : ${slug}.\n` });
    expect(await featured()).toBe('Le Quai');
    expect((await run('show')).output).toMatch(/^le-quai {2}Le Quai, depuis le /);
    expect((await run('clear')).code).toBe(0);
    expect(await featured()).toBe('Récent');
    const unknown = await run('set', 'inconnu');
    expect(unknown.code).not.toBe(0);
    expect(unknown.output).toContain('Aucun roman avec un chapitre publié à cette adresse');
    const incomplete = await run('set');
    expect(incomplete.code).not.toBe(0);
    expect(incomplete.output).toContain('set attend l’adresse d’un roman.');
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
});
