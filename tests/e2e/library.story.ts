import type { Page } from 'playwright/test';
import { siteUrl } from './addresses.ts';
import { required } from './catalogue.ts';
import { expect, test } from './fixtures.ts';
import { placeAnswered, readTo, storedPlaces } from './reading.ts';
import { signIn, signOut } from './sign-in.ts';

const slug = 'le-dernier-train-pour-aubeciel';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('what was read signed out is in the library, and moves to the account at sign-in', async ({
  page,
  catalogue,
}) => {
  const novel = catalogue.novel(slug);
  const first = required(novel.chapters[0], 'chapter');
  await page.goto('/bibliotheque');
  await expect(page.getByText('Aucune lecture sur cet appareil')).toBeVisible();
  await page.goto(`/chapter/${first._id}`);
  await readTo(page, 0.4);
  await page.goto('/bibliotheque');
  await expect(heading(page, novel.title)).toBeVisible();
  await expect(page.getByText('reste sur cet appareil')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Reprendre ch\.\s1/ })).toHaveAttribute(
    'href',
    `/chapter/${first._id}`,
  );
  const cover = page.getByRole('list', { name: 'Lectures de cet appareil' }).locator('img');
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  await signIn(page, 'Google', 'Léa Martin');
  await expect(page).toHaveURL(/\/bibliotheque$/);
  await expect(heading(page, novel.title)).toBeVisible();
  // It is the account that has it now.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => localStorage.removeItem('reading_last'));
  await page.reload();
  await expect(heading(page, novel.title)).toBeVisible();
});

test('after a finished chapter the library links to the next one, and the log has it @variant', async ({
  page,
  catalogue,
  signInAs,
  axe,
}) => {
  const novel = catalogue.novel(slug);
  const first = required(novel.chapters[0], 'chapter');
  await signInAs();
  await page.clock.install();
  await page.goto(`/chapter/${first._id}`);
  const kept = placeAnswered(page);
  await readTo(page, 0.4);
  await kept;
  // As long as its words take.
  await page.clock.runFor('30:00');
  const ended = placeAnswered(page);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  expect((await ended).request().postDataJSON()).toMatchObject({ place: null, isRead: true });
  await page.goto('/bibliotheque');
  await expect(page.getByRole('link', { name: /^Lire ch\.\s2/ })).toBeVisible();

  // The reading log has it too: a picture to share, and a switch that ends it.
  await page.goto('/bibliotheque#carnet');
  const log = page.getByRole('tabpanel', { name: 'Carnet' });
  const year = log.getByRole('row', { name: /^Année/ });
  await expect(year.getByRole('cell')).toHaveText([/^\d+\smin$/, '1', '1']);
  await axe();
  const saved = page.waitForEvent('download');
  await log.getByRole('button', { name: /^Image de mon année \d{4}$/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^lectures_\d{4}\.png$/);
  await log.getByLabel('Tenir mon carnet de lecture').press('Space');
  await expect(log).toContainText('Le carnet est arrêté');
  await expect(log.getByRole('table')).toHaveCount(0);
});

test('a novel removed from the library stays removed at the next sign-in, and nobody else sees it @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const novel = catalogue.novel(slug);
  const first = required(novel.chapters[0], 'chapter');
  await page.goto('/login?returnPath=%2Fbibliotheque');
  await signIn(page, 'Google', 'Camille Roux');
  await page.goto(`/chapter/${first._id}`);
  const kept = placeAnswered(page);
  await readTo(page, 0.4);
  await kept;
  await page.goto('/bibliotheque');
  const choice = page.getByRole('combobox', { name: `Statut de ${novel.title}` });
  const chosen = page.waitForResponse(
    (reply) => reply.url().endsWith('/library') && reply.request().method() === 'PUT',
  );
  await choice.selectOption('retirer');
  await chosen;
  await signOut(page);
  // Who comes next sees nothing of it.
  await expect(page.getByRole('heading', { name: 'Reprendre' })).toBeHidden();
  await page.goto('/bibliotheque');
  await expect(page.getByText('Aucune lecture sur cet appareil')).toBeVisible();
  await expect(heading(page, novel.title)).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  await signIn(page, 'Google', 'Camille Roux');
  await expect(page).toHaveURL(/\/bibliotheque$/);
  await page.waitForLoadState('networkidle');
  await page.reload();
  await expect(page.getByRole('tab', { name: /^En cours/ })).toBeVisible();
  await expect(heading(page, novel.title)).toHaveCount(0);
  // Nor is it sent as what somebody else read here.
  await signInAs({ name: 'Quelqu’un d’autre' });
  await page.goto('/bibliotheque');
  await expect(page.getByText('Aucune lecture en cours')).toBeVisible();
});

test('a chapter skipped to its end counts as read after its reading time @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const first = required(catalogue.novel(slug).chapters[0], 'chapter');
  await signInAs();
  await page.clock.install();
  const ownStatus = page.waitForResponse(/\/api\/novels\/[^/]+\/library$/);
  await page.goto(`/chapter/${first._id}`);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect.poll(() => storedPlaces(page)).toBe('{}');
  // The half hour would end a call that has no answer yet.
  await ownStatus;
  await page.clock.runFor('30:00');
  // The tab is put away.
  const ended = placeAnswered(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect((await ended).request().postDataJSON()).toMatchObject({ place: null, isRead: true });
  await page.goto('/bibliotheque');
  await expect(page.getByRole('link', { name: /^Lire ch\.\s2/ })).toBeVisible();
});

test('without JavaScript the library links to the catalogue and to sign-in', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${siteUrl('demo')}/bibliotheque`);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'catalogue' })).toHaveAttribute('href', '/romans');
  await expect(main.getByRole('link', { name: 'connectez-vous' })).toBeVisible();
  await expect(main.getByText('Chargement')).toBeHidden();
  await context.close();
});
