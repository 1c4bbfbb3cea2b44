import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** Two wrong answers, sent by the page itself; an admin may read every chapter. */
async function lockOut(page: Page, chapterId: string): Promise<void> {
  // A page whose policy lets it call.
  await page.goto('/');
  await page.evaluate(async (id) => {
    const token = localStorage.getItem('auth_token') ?? '';
    const first = await fetch('/api/csrf-token', { headers: { 'x-auth-token': token } });
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const post = async (path: string, body: object) => {
      const response = await fetch(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-auth-token': token,
          'x-client-token': first.headers.get('x-client-token') ?? '',
          'csrf-token': csrfToken,
        },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { challengeId: string };
    };
    for (let error = 0; error < 2; error++) {
      const drawn = await post('/api/challenge/draw', { purpose: 'chapter', chapterId: id });
      const choiceId = crypto.randomUUID();
      await post('/api/challenge/answer', { challengeId: drawn.challengeId, choiceId });
    }
  }, chapterId);
}

test('after two errors novels and chapters are the suspension page, and home is not', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(423);
  const { novel, free, locked } = catalogue.mixed;
  await signInAs({ role: 'admin' });
  await lockOut(page, locked._id);

  for (const path of [`/novel/${novel.slug}`, `/chapter/${free._id}`]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(423);
    expect(answer?.headers()['cache-control']).toBe('private, no-store');
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
    await axe();
  }

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Romans récents' })).toBeVisible();
  await expect(page.getByText('Accès temporairement suspendu')).toHaveCount(0);
});

test('the suspension page says everything without JavaScript @bureau', async ({
  page,
  catalogue,
  signInAs,
}) => {
  await signInAs({ role: 'admin' });
  await lockOut(page, catalogue.mixed.locked._id);
  const answer = await page.request.get(`/chapter/${catalogue.mixed.free._id}`);
  expect(answer.status()).toBe(423);
  expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(500);
  const html = await answer.text();
  expect(html).toContain('Accès temporairement suspendu');
  expect(html).toMatch(/<time [^>]*>\d\d:\d\d<\/time>/);
  expect(html).not.toContain('class="chapter-text"');
});

test('the suspension page has no address of its own @bureau', async ({ page }) => {
  await page.goto('/suspension');
  await expect(page).toHaveURL(/\/$/);
});
