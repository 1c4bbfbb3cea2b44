import type { Page } from 'playwright/test';
import { answer, choice, endLock, frame, lockOut } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';

const suspended = (page: Page) =>
  page.getByRole('heading', { name: 'Accès temporairement suspendu', level: 1 });
const timer = (page: Page) => page.getByRole('timer');

/** Two wrong answers on a premium chapter's page; an admin may read every chapter. */
async function lockOutOn(page: Page, chapterId: string): Promise<void> {
  await page.goto(`/chapter/${chapterId}`);
  await lockOut(page);
}

test('after two errors novels and chapters are the suspension page, and home is not', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(403);
  expectFailure(423);
  const { novel, free, locked } = catalogue.mixed;
  await signInAs({ role: 'admin' });
  await lockOutOn(page, locked._id);

  for (const path of [`/novel/${novel.slug}`, `/chapter/${free._id}`]) {
    const sent = await page.goto(path);
    expect(sent?.status()).toBe(423);
    expect(sent?.headers()['cache-control']).toBe('private, no-store');
    await expect(
      page.getByRole('heading', { name: 'Accès temporairement suspendu', level: 1 }),
    ).toBeVisible();
    await expect(
      page.getByText(
        "Pour des raisons de sécurité, l'accès aux romans a été temporairement suspendu.",
      ),
    ).toBeVisible();
    await expect(page.getByText(/Vous pourrez reprendre votre lecture à \d\d:\d\d/)).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.getByRole('link', { name: 'Réessayer' })).toHaveAttribute('href', '');
    await expect(timer(page)).toHaveText(/^9:\d\d$/);
    await expect(frame(page).getByRole('radio')).toHaveCount(4);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    await axe();
  }

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Romans récents' })).toBeVisible();
  await expect(page.getByText('Accès temporairement suspendu')).toHaveCount(0);
});

test('the suspension page says everything without JavaScript @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs({ role: 'admin' });
  await lockOutOn(page, catalogue.mixed.locked._id);
  const sent = await page.request.get(`/chapter/${catalogue.mixed.free._id}`);
  expect(sent.status()).toBe(423);
  expect(Number(sent.headers()['retry-after'])).toBeGreaterThan(500);
  const html = await sent.text();
  expect(html).toContain('Accès temporairement suspendu');
  expect(html).toMatch(/<time [^>]*>\d\d:\d\d<\/time>/);
  expect(html).not.toContain('class="chapter-text"');
});

test('a right answer restores access, here and in another tab that was suspended @desktop', async ({
  page,
  context,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  expectFailure(423);
  const { novel, free, locked } = catalogue.mixed;
  await signInAs({ role: 'admin' });
  await lockOutOn(page, locked._id);
  await page.goto(`/chapter/${free._id}`);
  await expect(suspended(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/novel/${novel.slug}`);
  await expect(timer(other)).toBeVisible();

  await (await choice(page, true)).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.locator('.chapter-text')).toBeVisible();
  await expect(page).toHaveURL(`/chapter/${free._id}`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(novel.title);
  expect(await page.evaluate(() => localStorage.getItem('access_lock'))).toBeNull();
});

test('two wrong answers there prolong nothing, and then only time restores access @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(403);
  expectFailure(423);
  const { free, locked } = catalogue.mixed;
  const { id } = await signInAs({ role: 'admin' });
  await lockOutOn(page, locked._id);
  const until = await page.evaluate(() => localStorage.getItem('access_lock') ?? '');
  await page.clock.install();
  await page.goto(`/chapter/${free._id}`);
  await expect(frame(page)).toContainText('Il vous reste 2\u00A0essais');
  await answer(page, false);
  await expect(frame(page)).toContainText('Vérification échouée. Réessayez!');
  await expect(frame(page)).toContainText('Il vous reste 1\u00A0essai.');
  await answer(page, false);
  await expect(page.getByText('L’accès revient de lui-même')).toBeVisible();
  await axe();
  await page.reload();
  await expect(page.getByText('L’accès revient de lui-même')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_lock'))).toBe(until);

  await endLock(page, id);
  await page.clock.fastForward('10:00');
  await expect(page.locator('.chapter-text')).toBeVisible();
});

test('the countdown is seen each second and heard three times @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  expectFailure(423);
  await signInAs({ role: 'admin' });
  await lockOutOn(page, catalogue.mixed.locked._id);
  await page.clock.install();
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  await expect(timer(page)).toHaveText(/^9:\d\d$/);
  await page.clock.pauseAt(new Date(Date.now() + 20_000));
  const secondsLeft = async () => {
    const [minutes = 0, seconds = 0] = (await timer(page).innerText()).split(':').map(Number);
    return minutes * 60 + seconds;
  };
  const heard = page.getByRole('status').filter({ hasText: 'Il reste' });
  const before = await secondsLeft();
  await expect(heard).toHaveText('Il reste 10\u00A0minutes au plus.');
  await page.clock.runFor(1_000);
  await expect.poll(secondsLeft).toBe(before - 1);
  await page.clock.runFor(3_000);
  await expect.poll(secondsLeft).toBe(before - 4);
  await expect(heard).toHaveText('Il reste 10\u00A0minutes au plus.');
  await page.clock.fastForward('05:00');
  await page.clock.runFor(1_000);
  await expect(heard).toHaveText('Il reste 5\u00A0minutes au plus.');
  // Our clock says that it is over; the server says that it is not.
  const asked = page.waitForResponse('**/api/challenge/lock');
  await page.clock.fastForward('05:00');
  await page.clock.runFor(1_000);
  expect((await asked).status()).toBe(200);
  await expect(suspended(page)).toBeVisible();
  await expect(timer(page)).toHaveText(/^0:\d\d$/);
});
