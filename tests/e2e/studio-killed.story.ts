/** A browser that is killed while somebody writes, and started again on the same folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import type { Page } from 'playwright/test';
import { chromiumSwitches, findWholeChromium } from '#scripts/chromium.ts';
import { siteUrl } from './addresses.ts';
import type { SignedInPerson } from './control.ts';
import { expect, test } from './fixtures.ts';
import { editorText, openChapter, saved } from './studio.ts';

/** A Chromium of this story's own, so that it can be killed. */
async function startBrowser(
  executable: string,
  folder: string,
): Promise<{ process: ChildProcess; page: Page }> {
  const portFile = path.join(folder, 'DevToolsActivePort');
  await rm(portFile, { force: true });
  const process = spawn(
    executable,
    [
      ...chromiumSwitches,
      '--headless=new',
      '--no-first-run',
      '--remote-debugging-port=0',
      '--disable-gpu',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  let port = '';
  await expect
    .poll(
      async () => {
        [port = ''] = (await readFile(portFile, 'utf8').catch(() => '')).split('\n');
        return port;
      },
      { timeout: 30_000 },
    )
    .toMatch(/^\d+$/);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.newPage());
  if (!page) throw new Error('the browser has no page');
  return { process, page };
}

async function kill(process: ChildProcess): Promise<void> {
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}

async function arrive(page: Page, { cookie, token }: SignedInPerson): Promise<void> {
  await page
    .context()
    .addCookies([
      { ...cookie, domain: '127.0.0.1', path: '/', httpOnly: true, secure: true, sameSite: 'None' },
    ]);
  await page.goto(`${siteUrl('demo')}/robots.txt`);
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
}

test('what the editor says is kept on the device survives a browser that is killed @desktop @slow', async ({
  page,
  signInAs,
}) => {
  test.setTimeout(180_000);
  const executable = await findWholeChromium();
  test.skip(executable === null, 'needs a Chromium that keeps a profile on the disk');
  if (executable === null) return;
  const { id } = await signInAs({ role: 'author' });
  await openChapter(page, { id }, 'Panne de courant', { title: 'Un', text: 'Début.' });
  const address = page.url();
  const folder = await mkdtemp(path.join(tmpdir(), 'feuilleton-killed-'));
  let browser = await startBrowser(executable, folder);
  try {
    await arrive(browser.page, await signInAs({ id }));
    await browser.page.goto(address);
    await expect(editorText(browser.page)).toHaveText('Début.');
    await browser.page.context().setOffline(true);
    await editorText(browser.page).press('Control+End');
    await browser.page.keyboard.insertText(' Et puis plus de lumière.');
    await expect(browser.page.getByText('gardé sur cet appareil')).toBeVisible();
    await kill(browser.process);

    browser = await startBrowser(executable, folder);
    await arrive(browser.page, await signInAs({ id }));
    await browser.page.goto(address);
    await browser.page
      .getByRole('button', { name: 'Reprendre mes modifications' })
      .click({ timeout: 20_000 });
    await expect(editorText(browser.page)).toHaveText('Début. Et puis plus de lumière.');
    await expect(saved(browser.page)).toBeVisible();
  } finally {
    await kill(browser.process);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
