import { answer, frame, knock, unlock } from './challenges.ts';
import { expect, test } from './fixtures.ts';

test('an account in too much of a hurry is told to wait, then stopped, and admins see it @variant', async ({
  page,
  catalogue,
  signInAs,
  axe,
  expectFailure,
}) => {
  // Its key is refused until the question is answered, and then for its pace.
  expectFailure(403);
  expectFailure(429);
  const { id, name } = await signInAs({ name: 'Copieuse Pressée' });
  const { locked } = catalogue.mixed;
  await unlock(page, id, locked._id);
  await knock(page, 'open-many', { userId: id, besidesId: locked._id });
  const drawn = page.waitForResponse('**/api/challenge/draw');
  await page.goto(`/chapter/${locked._id}`);
  expect(((await (await drawn).json()) as { difficulty: string }).difficulty).toBe('hard');
  await expect(frame(page)).toBeVisible();
  await answer(page, true);
  const told = page.getByRole('alert').filter({ hasText: /plus/ });
  await expect(told).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.failed')).toBeFocused();
  await expect(told).toContainText(/Vous pourrez ouvrir celui-ci dans \d+\s+secondes?\./);
  await expect(page.locator('.reader > .chapter-text')).toHaveCount(0);
  await axe();

  await knock(page, 'stop-reading', id);
  await told.getByRole('button', { name: 'Réessayer' }).click();
  await expect(told).toContainText(/Il n’en ouvrira pas d’autre avant \d\d:\d\d/);
  await axe();

  await page.context().clearCookies();
  await signInAs({ name: 'La rédaction', role: 'admin' });
  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Lectures rapides' }).click();
  const account = page.getByRole('row', { name }).first();
  await expect(account).toContainText(/91\s+chapitres en une heure/);
  await expect(account).toContainText(/Arrêté jusqu’à \d\d:\d\d/);
  await expect(account).toContainText(
    /2 avec un geste naturel, 71 avec un geste mécanique, 18 sans geste/,
  );
  await axe();
});
