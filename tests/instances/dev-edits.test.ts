import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumSwitches, findChromium } from '#scripts/chromium.ts';
import { startDev, type DevProcess } from './dev-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const parts = ['src', 'scripts', 'sandbox', 'database', 'demo', 'public'];
const files = ['package.json', 'tsconfig.json', 'astro.config.mjs'];
const waitMs = 60_000;

describe('an edit under npm run dev', () => {
  let folder: string;
  let dev: DevProcess;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    folder = `${await mkdtemp(join(tmpdir(), 'feuilleton-edits-'))}/`;
    for (const part of [...parts, ...files]) {
      await cp(root + part, folder + part, { recursive: true });
    }
    await symlink(`${root}node_modules`, `${folder}node_modules`);
    dev = await startDev(folder, 'memory:');
    await dev.ready();
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: chromiumSwitches,
    });
    page = await browser.newPage();
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    dev.child.kill('SIGTERM');
    await dev.ended;
    await rm(folder, { recursive: true });
  });

  /** Replaces a text of a source; undone by what it returns. */
  const edit = async (path: string, from: string, to: string) => {
    const before = await readFile(folder + path, 'utf8');
    expect(before).toContain(from);
    await writeFile(folder + path, before.replace(from, to));
    return () => writeFile(folder + path, before);
  };
  /** What the overlay says: the message, and the place in the source. */
  const overlay = async () => {
    const message = page.locator('vite-error-overlay #message-content');
    await message.waitFor({ timeout: waitMs });
    const place = page.locator('vite-error-overlay #code header h2');
    return [await message.textContent(), await place.textContent()];
  };

  test('that makes a call throw shows where over the page that asks for it', async () => {
    const path = 'src/lib/server/catalogue/calls.ts';
    const edited = '  const after =';
    const planted = "  if (limit > 0) throw new RangeError('planted');";
    const source = await readFile(folder + path, 'utf8');
    const line = source.slice(0, source.indexOf(edited)).split('\n').length;
    await page.goto(dev.url);
    const undo = await edit(path, edited, `${planted}\n${edited}`);
    // The edit reloads the page, which ends what it asks for.
    const status = () =>
      page.evaluate(() => fetch('/api/novels').then((answer) => answer.status)).catch(() => null);
    await expect.poll(status, { timeout: waitMs }).toBe(500);
    const [message, place] = await overlay();
    expect(message).toBe('planted');
    expect(place).toContain(`catalogue/calls.ts:${line}:`);
    await undo();
    await expect.poll(status, { timeout: waitMs }).toBe(200);
  });
});
