import type { Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import { signOutElsewhere } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel } from './novels.ts';

const chapter = (catalogue: Catalogue, index: number) =>
  required(catalogue.novel(longNovel.slug).chapters.at(index), 'chapter');
const actions = (page: Page) => page.getByRole('group', { name: 'Votre avis' });
const bar = (page: Page) => page.getByRole('group', { name: 'Commandes de lecture' });
const scrollToEnd = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));

test('the end has the next chapter, with a button as wide as the text on a phone', async ({
  page,
  catalogue,
}) => {
  await page.goto(`/chapter/${chapter(catalogue, 0)._id}`);
  await expect(page.getByText('À suivre', { exact: true })).toBeVisible();
  const card = page.getByRole('navigation', { name: 'Chapitres' }).getByRole('link').first();
  await expect(card).toContainText(chapter(catalogue, 1).title);
  await expect(card).toContainText(/\d+\u00A0min · gratuit/);
  const widths = await page.evaluate(() =>
    ['.chapter-text', '.turns .button'].map(
      (selector) => document.querySelector(selector)?.getBoundingClientRect().width,
    ),
  );
  expect(widths[0]).toBe(widths[1]);
});

test('the control bar does not cover the end of the chapter', async ({ page, catalogue }) => {
  await page.goto(`/chapter/${chapter(catalogue, 0)._id}`);
  await scrollToEnd(page);
  await expect(bar(page)).toHaveCSS('opacity', '0');
  await page.evaluate(() => scrollBy({ top: -40, behavior: 'instant' }));
  await page.mouse.move(100, (page.viewportSize()?.height ?? 0) - 20);
  await expect(page.getByText('Lire la suite')).toBeInViewport();
  await expect(bar(page)).toHaveCSS('opacity', '0');
  // Once the end is out of sight, scrolling back brings it.
  await page.evaluate(() => scrollBy({ top: -2 * innerHeight, behavior: 'instant' }));
  await expect(bar(page)).toHaveCSS('opacity', '1');
});

test('at the end of a chapter a visitor is sent to sign in and back, and reads the comments', async ({
  page,
  catalogue,
}) => {
  const address = `/chapter/${chapter(catalogue, 0)._id}`;
  for (const name of [/^J’aime/, 'Suivre ce roman']) {
    await page.goto(address);
    await scrollToEnd(page);
    await actions(page).getByRole('link', { name }).click();
    await expect(page.getByRole('status')).toContainText('Connectez-vous pour continuer.');
    expect(new URL(page.url()).searchParams.get('retour')).toBe(address);
  }
  await page.goto(address);
  await scrollToEnd(page);
  const comment = actions(page).getByRole('button', { name: 'Commenter' });
  await comment.click();
  await expect(page.getByRole('dialog', { name: 'Commentaires' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(comment).toBeFocused();
});

test('a reader likes and follows at the end, and the control bar shows the same', async ({
  page,
  catalogue,
  signInAs,
}) => {
  await signInAs();
  await page.goto(`/chapter/${chapter(catalogue, 1)._id}`);
  const like = actions(page).getByRole('button', { name: /^J’aime/ });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(bar(page).getByRole('button', { name: 'J’aime' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const followed = page.waitForResponse(
    (answer) => answer.url().endsWith('/favorite') && answer.ok(),
  );
  await actions(page).getByRole('button', { name: 'Suivre ce roman' }).click();
  await followed;
  await expect(actions(page).getByRole('button', { name: 'Roman suivi' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // Who follows the novel is not asked again.
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(
    actions(page)
      .getByText(/Suivre ce roman|Roman suivi/)
      .filter({ visible: true }),
  ).toHaveCount(0);
});

test('when the session ends, the end of the chapter links to sign-in @variant', async ({
  page,
  context,
  catalogue,
  signInAs,
}) => {
  await signInAs();
  const path = `/chapter/${chapter(catalogue, 1)._id}`;
  await page.goto(path);
  await expect(actions(page).getByRole('button', { name: 'Suivre ce roman' })).toBeVisible();
  await signOutElsewhere(context);
  await expect(actions(page)).toHaveCount(1);
  await expect(actions(page).getByRole('link', { name: 'Suivre ce roman' })).toHaveAttribute(
    'href',
    new RegExp(`/login\\?retour=${encodeURIComponent(path)}&motif=connexion$`),
  );
});

test('a failed change is reported above the control bar, hidden or not @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  await signInAs();
  await page.goto(`/chapter/${chapter(catalogue, 1)._id}`);
  const like = actions(page).getByRole('button', { name: /^J’aime/ });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  expectFailure(/ERR_INTERNET_DISCONNECTED|CSRF|like|own library/);
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await like.click();
  const told = page.locator('.change-failure', { hasText: /\S/ });
  await expect(told).toBeVisible();
  const low = await told.evaluate((line) => line.getBoundingClientRect().bottom);
  const cells = await bar(page).evaluate((line) => line.getBoundingClientRect().top);
  expect(low).toBeLessThanOrEqual(cells);
});

test('after the last chapter a visitor can follow the novel', async ({ page, catalogue }) => {
  const lasts = catalogue.novels.map(({ chapters }) => chapters.at(-1));
  const last = required(
    lasts.find((one) => one && !one.isLocked),
    'free last chapter',
  );
  await page.goto(`/chapter/${last._id}`);
  await expect(page.getByText('Dernier chapitre paru')).toBeVisible();
  await expect(page.getByRole('link', { name: /suivant/ })).toHaveCount(0);
  await scrollToEnd(page);
  await expect(actions(page).getByRole('link', { name: 'Suivre ce roman' })).toHaveCSS(
    'color',
    'rgb(255, 253, 248)',
  );
});
