import type { Page } from 'playwright/test';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel, vastNovel } from './novels.ts';

const slug = 'prosper-escalier';
const address = `/auteur/${slug}`;
const toggle = (page: Page) => page.getByRole('button', { name: /^Suiv(re|i)$/ });
const saved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith('/follow') && answer.request().method() === 'PUT',
  );

test('without JavaScript a visitor reads what following an author means, with the way to sign in @variant', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto(address);
  const link = page.getByRole('link', { name: 'Suivre', exact: true });
  await expect(link).toHaveAccessibleDescription(/nouveaux romans et chapitres .* à l’accueil/);
  await expect(link).toHaveAttribute(
    'href',
    `/login?retour=${encodeURIComponent(address)}&motif=connexion`,
  );
  await context.close();
});

test('an author is followed, found among the favourites and left there', async ({
  page,
  signInAs,
}) => {
  await signInAs();
  await page.goto(address);
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  const answer = saved(page);
  await toggle(page).click();
  await expect(toggle(page)).toHaveText('Suivi');
  expect((await answer).ok()).toBe(true);
  await page.reload();
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/bibliotheque#favoris');
  const authors = page.getByRole('region', { name: 'Auteurs suivis' });
  await expect(authors.getByRole('link', { name: 'Prosper Escalier' })).toHaveAttribute(
    'href',
    address,
  );
  const left = saved(page);
  await authors.getByRole('button', { name: 'Ne plus suivre Prosper Escalier' }).click();
  expect((await left).ok()).toBe(true);
  await page.goto(address);
  await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
});

test('new chapters of a followed author are listed on home until they are opened @variant', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs();
  // The steps came out one a day, 900 days ago; those from number 12 on are new since.
  await knock(page, 'follow', { userId: id, authorSlug: slug, daysAgo: 890 });
  await page.goto('/');
  const news = page.getByRole('region', { name: 'Nouveaux chapitres' });
  const steps = news.getByRole('link', { name: `${longNovel.title} : 12 nouveaux chapitres` });
  await expect(steps).toBeVisible();
  await expect(news.getByRole('link', { name: new RegExp(`^${vastNovel.title}`) })).toBeVisible();
  const opened = page.waitForResponse((answer) => answer.url().endsWith('/opened') && answer.ok());
  await steps.click();
  await opened;
  await page.goto('/');
  await expect(news.getByRole('link', { name: new RegExp(`^${vastNovel.title}`) })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('on a novel’s page the follow link is explained and leaves the read link on the first screen @variant', async ({
  page,
}) => {
  await page.goto(`/novel/${longNovel.slug}`);
  const follow = page.getByRole('link', { name: 'Suivre', exact: true });
  await expect(follow).toHaveAccessibleDescription(/nouveaux chapitres .* à l’accueil/);
  const read = page.getByRole('link', { name: /^Commencer la lecture/ });
  await expect(read).toBeInViewport({ ratio: 1 });
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
});

test('“M’avertir” mutes one novel, for who is told of what they follow @variant', async ({
  page,
  signInAs,
}) => {
  await signInAs({ email: `muet-${crypto.randomUUID()}@exemple.test` });
  await page.goto(`/novel/${longNovel.slug}`);
  await toggle(page).click();
  // Who has asked for nothing is led to where they can.
  await page.getByRole('link', { name: 'M’avertir aussi ailleurs' }).click();
  const section = page.getByRole('region', { name: 'Être prévenu' });
  await section.getByLabel('Par e-mail').selectOption('weekly');
  await section.getByRole('button', { name: 'Enregistrer mes choix' }).click();
  await expect(section.getByText('C’est enregistré.')).toBeVisible();

  await page.goto(`/novel/${longNovel.slug}`);
  const told = page.getByRole('checkbox', { name: 'M’avertir de ses parutions' });
  await expect(told).toBeChecked();
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/notices') && answer.request().method() === 'PUT',
  );
  await told.uncheck();
  expect((await kept).ok()).toBe(true);
  await page.reload();
  await expect(told).not.toBeChecked();
  await expect(toggle(page)).toHaveText('Suivi');
});
