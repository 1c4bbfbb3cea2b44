import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryConfig } from '#scripts/budgets/built-site.ts';
import { isSiteBuilt, serveBuilt } from '#scripts/built-server.ts';
import { readDictionary } from '#server/core/pagecache/dictionary.ts';
import type { Serving } from '#server/serve.ts';
import { findPort } from '../built/built-site.ts';
import { addNovel, chapterDraft } from '../world/novels.ts';
import { documentedVarnish, replaced } from './documented-nginx.ts';

const title = 'a Varnish in front, configured as the how-to says';
const missing = [whyNoVarnish(), isSiteBuilt() ? '' : 'the site is not built (npm run build)']
  .filter((reason) => reason !== '')
  .join(', ');

describe.skipIf(missing !== '')(missing === '' ? title : `${title} (skipped: ${missing})`, () => {
  let site: Serving;
  let varnish: ChildProcess;
  let folder: string;
  let url: string;

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers });
    const isHit = answer.headers.get('x-varnish')?.includes(' ') === true;
    return { status: answer.status, headers: answer.headers, text: await answer.text(), isHit };
  };
  const isFree = async (path: string) => /Texte du chapitre\s1\./.test((await ask(path)).text);
  const save = (isPremium: boolean) =>
    addNovel(site.app, { title: 'Un roman', chapters: [chapterDraft(1, { isPremium })] });

  beforeAll(async () => {
    const port = await findPort();
    url = `http://127.0.0.1:${port}`;
    const settings = { CDN_PURGE: 'varnish', CDN_PURGE_URL: url };
    site = await serveBuilt(memoryConfig(0, { ...settings, LOG_LEVEL: 'silent' }), {
      withoutJobs: true,
    });
    folder = await mkdtemp(join(tmpdir(), 'feuilleton-varnish-'));
    const file = join(folder, 'site.vcl');
    await writeFile(file, replaced(documentedVarnish(), '"4321"', `"${site.port}"`));
    const listens = ['-a', `127.0.0.1:${port}`, '-f', file, '-n', join(folder, 'work')];
    varnish = spawn('varnishd', ['-j', 'none', '-F', ...listens, '-s', 'malloc,32m'], {
      stdio: 'ignore',
    });
    while ((await fetch(`${url}/healthz`).catch(() => null))?.status !== 200) await wait(50);
  });
  afterAll(async () => {
    const gone = once(varnish, 'exit');
    varnish.kill('SIGTERM');
    await gone;
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('sends no chapter that has become premium, from the first request on', async () => {
    const { slug, chapterIds } = await save(false);
    const chapter = `/chapter/${chapterIds[0] ?? ''}`;
    for (const path of [chapter, '/', `/novel/${slug}`]) {
      await ask(path);
      const kept = await ask(path);
      expect([path, kept.isHit]).toEqual([path, true]);
      expect(kept.headers.get('xkey')).toBeNull();
    }
    expect(await isFree(chapter)).toBe(true);
    await save(true);
    for (let request = 0; request < 50; request++) expect(await isFree(chapter)).toBe(false);
    await save(false);
    expect(await isFree(chapter)).toBe(true);
  });

  test('sends its copy of a chapter to a browser that has a dictionary', async () => {
    const { chapterIds } = await save(false);
    const chapter = `/chapter/${chapterIds[0] ?? ''}`;
    await ask(chapter);
    const name = readDictionary(fileURLToPath(new URL('../../dist/client', import.meta.url)))?.name;
    const has = { 'accept-encoding': 'gzip, br, dcb', 'available-dictionary': name ?? 'none' };
    const kept = await ask(chapter, has);
    expect(kept).toMatchObject({ isHit: true, text: expect.stringMatching(/Texte du/) as string });
    expect(kept.headers.get('content-encoding')).toBe('gzip');
  });

  test('holds what a change does not concern', async () => {
    await ask('/genre/fantasy');
    await ask('/sitemap.xml');
    await site.app.changed(['sitemap']);
    expect((await ask('/genre/fantasy')).isHit).toBe(true);
    expect((await ask('/sitemap.xml')).isHit).toBe(false);
  });

  test('asks the site for who is locked out, and takes purges of nobody else', async () => {
    const { slug } = await save(false);
    const locked = { cookie: '__Host-feuilleton_lock=anything' };
    await ask(`/novel/${slug}`);
    expect((await ask(`/novel/${slug}`, { cookie: 'a=b' })).isHit).toBe(true);
    expect((await ask(`/novel/${slug}`, locked)).isHit).toBe(false);
    const through = { xkey: 'home', 'x-forwarded-for': '203.0.113.5' };
    expect((await fetch(url, { method: 'PURGE', headers: through })).status).toBe(405);
  });

  test('may hold pages for a minute, and chapters no second longer', async () => {
    const { chapterIds } = await save(false);
    const policy = async (path: string) => (await ask(path)).headers.get('cache-control');
    expect(await policy('/romans')).toMatch(/s-maxage=60\b/);
    expect(await policy(`/chapter/${chapterIds[0] ?? ''}`)).toBe('public, max-age=0, s-maxage=60');
  });
});

/** Why Varnish cannot be used, or an empty string. */
function whyNoVarnish(): string {
  if (spawnSync('varnishd', ['-V']).error) return 'varnish is not installed';
  const trial = mkdtempSync(join(tmpdir(), 'feuilleton-varnish-'));
  writeFileSync(join(trial, 'trial.vcl'), 'vcl 4.1; import xkey; backend default none;');
  const { status } = spawnSync('varnishd', ['-j', 'none', '-C', '-f', join(trial, 'trial.vcl')]);
  rmSync(trial, { recursive: true });
  return status === 0 ? '' : 'varnish-modules are not installed';
}
