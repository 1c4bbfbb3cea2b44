import type { Page } from 'playwright/test';
import { syncTag } from '#browser/offline/queue/queue.ts';
import { controlUrl } from './addresses.ts';
import { required, type Catalogue } from './catalogue.ts';
import { signedInPerson, type SignedInPerson } from './control.ts';
import { openDevice } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { expectKept, offlineFailures, readAndInstall, readOn } from './offline-world.ts';
import { openWorkerTools } from './worker-tools.ts';

test.use({ serviceWorkers: 'allow' });

const bar = (page: Page) => page.getByRole('group', { name: 'Commandes de lecture' });
const like = (page: Page) => bar(page).getByRole('button', { name: /J’aime/ });
const bookmark = (page: Page) => bar(page).getByRole('button', { name: 'Marque-page' });
const comments = (page: Page) => page.getByRole('dialog', { name: 'Commentaires' });

/** One that is long enough to be read on in. */
const freeChapter = ({ mixed }: Catalogue, index: number): string =>
  required(mixed.novel.chapters.filter(({ isLocked }) => !isLocked)[index], 'free chapter')._id;

async function writeComment(page: Page, words: string): Promise<void> {
  await bar(page)
    .getByRole('button', { name: /Commentaires/ })
    .click();
  await comments(page).getByLabel('Votre commentaire').fill(words);
  await comments(page).getByRole('button', { name: 'Envoyer' }).click();
}

/** What is in the queue of this browser. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('feuilleton-offline');
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const all = database.transaction('queue').objectStore('queue').getAll();
    const entries = await new Promise<{ subject: string }[]>((resolve) => {
      all.onsuccess = () => resolve(all.result as { subject: string }[]);
    });
    database.close();
    return entries.map(({ subject }) => subject.split(':')[0]).toSorted();
  });

test('changes made offline reach the account once when the connection is back', async ({
  page,
  browser,
  catalogue,
  expectFailure,
  signInAs,
}) => {
  test.setTimeout(150_000);
  expectFailure(offlineFailures);
  const person = await signInAs();
  const path = `/chapter/${freeChapter(catalogue, 1)}`;
  await readAndInstall(page, path);
  await expectKept(page, '/bibliotheque');
  await page.context().setOffline(true);
  await page.reload();
  await readOn(page);

  await like(page).click();
  await expect(page.getByText('ce sera envoyé dès le retour de la connexion')).toBeVisible();
  await bookmark(page).click();
  const words = `Lu dans le tunnel, ${person.id}`;
  await writeComment(page, words);
  await expect(comments(page).getByRole('status')).toContainText(
    'il partira dès le retour de la connexion',
  );
  await expect(comments(page)).toContainText('En attente de connexion');
  expect(await waiting(page)).toEqual(expect.arrayContaining(['bookmark', 'comment', 'like']));

  // A page loaded anew shows them as they were left.
  await page.reload();
  await readOn(page);
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(like(page)).toHaveAttribute('data-waiting', 'true');
  await page.goto('/bibliotheque');
  const here = page.locator('[data-kept-waiting]');
  await expect(here).toContainText('J’aime');
  await expect(here).toContainText('Commentaire');
  await page.goto(path);
  await readOn(page);

  await page.context().setOffline(false);
  await expect.poll(() => waiting(page), { timeout: 30_000 }).toEqual([]);
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(like(page)).not.toHaveAttribute('data-waiting', 'true');
  const device = await openDevice(browser, person);
  await device.goto(path);
  await expect(like(device)).toHaveAttribute('aria-pressed', 'true');
  await expect(bookmark(device)).toHaveAttribute('aria-pressed', 'true');
  await readOn(device);
  await bar(device)
    .getByRole('button', { name: /Commentaires/ })
    .click();
  await expect(comments(device).getByText(words)).toHaveCount(1);
  await device.context().close();
});

test('of several offline changes the last one is sent, never under another account @variant', async ({
  page,
  request,
  browser,
  catalogue,
  expectFailure,
  signInAs,
}) => {
  test.setTimeout(150_000);
  expectFailure(offlineFailures);
  const first = await signInAs();
  const path = `/chapter/${freeChapter(catalogue, 2)}`;
  await readAndInstall(page, path);
  await page.context().setOffline(true);
  await like(page).click();
  await expect(page.getByText('ce sera envoyé dès le retour de la connexion')).toBeVisible();
  for (const isPressed of ['true', 'false']) {
    await bookmark(page).click();
    await expect(bookmark(page)).toHaveAttribute('aria-pressed', isPressed);
    await expect(bookmark(page)).toHaveAttribute('data-waiting', 'true');
  }

  // Somebody else takes this browser over before there is a connection.
  const answer = await request.post(controlUrl(), { data: { name: 'Paul Renard' } });
  const second = signedInPerson.parse(await answer.json());
  const take = async ({ cookie, token }: SignedInPerson) => {
    const place = { domain: '127.0.0.1', path: '/', httpOnly: true, secure: true } as const;
    await page.context().addCookies([{ ...cookie, ...place, sameSite: 'None' }]);
    await page.evaluate((value) => localStorage.setItem('auth_token', value), token);
  };
  await take(second);
  await page.reload();
  await readOn(page);
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await page.context().setOffline(false);
  // What the second one does is sent at once; what the first one left is not.
  await bookmark(page).click();
  await expect(bookmark(page)).not.toHaveAttribute('data-waiting', 'true');
  expect(await waiting(page)).toEqual(expect.arrayContaining(['bookmark', 'like']));
  const theirs = await openDevice(browser, second);
  await theirs.goto(path);
  await expect(bookmark(theirs)).toHaveAttribute('aria-pressed', 'true');
  await expect(like(theirs)).toHaveAttribute('aria-pressed', 'false');
  await theirs.context().close();

  await take(first);
  await page.reload();
  await readOn(page);
  await expect.poll(() => waiting(page), { timeout: 30_000 }).not.toContain('like');
  const own = await openDevice(browser, first);
  await own.goto(path);
  await expect(like(own)).toHaveAttribute('aria-pressed', 'true');
  await expect(bookmark(own)).toHaveAttribute('aria-pressed', 'false');
  await own.context().close();
});

test('what waits is sent in the background, when no page of the site is open @variant', async ({
  page,
  browser,
  catalogue,
  expectFailure,
  signInAs,
}) => {
  test.setTimeout(120_000);
  expectFailure(offlineFailures);
  const person = await signInAs();
  const path = `/chapter/${freeChapter(catalogue, 1)}`;
  await readAndInstall(page, path);
  await page.context().setOffline(true);
  await like(page).click();
  await expect(page.getByText('ce sera envoyé dès le retour de la connexion')).toBeVisible();
  await expect.poll(() => waiting(page)).toContain('like');
  await page.context().setOffline(false);
  // One that runs nothing, opened where pages are sent from: what is sent is sent by the worker.
  const bare = await page.context().newPage();
  await page.close();
  await bare.goto('/robots.txt');
  const tools = await openWorkerTools(bare);
  await tools.sync(syncTag);
  await expect.poll(() => waiting(bare), { timeout: 30_000 }).toEqual([]);
  const device = await openDevice(browser, person);
  await device.goto(path);
  await expect(like(device)).toHaveAttribute('aria-pressed', 'true');
  await device.context().close();
});
