import type { Page } from 'playwright/test';
import type { Catalogue } from './catalogue.ts';
import { answer, choice, frame, leaveWaiting, letExpire, lockOut } from './challenges.ts';
import { expect, test } from './fixtures.ts';

const lockedPath = ({ mixed }: Catalogue) => `/chapter/${mixed.locked._id}`;
const text = (page: Page) => page.locator('.reader > .chapter-text');
const suspended = (page: Page) =>
  page.getByRole('heading', { name: 'Accès temporairement suspendu' });

let readerId: string;
test.beforeEach(async ({ signInAs, expectFailure }) => {
  // The key is refused until the question is answered.
  expectFailure(403);
  ({ id: readerId } = await signInAs({ role: 'admin' }));
});

// One with a picture and a description, one with neither; the pools are the server's (challenge-items.test.ts).
for (const [kind, tag] of [
  ['emotion', ''],
  ['idiom', ' @variant'],
] as const) {
  test(`a question of the kind ${kind} may be failed once and then passed${tag}`, async ({
    page,
    catalogue,
    axe,
  }) => {
    await leaveWaiting(page, readerId, kind, 'medium');
    await page.goto(lockedPath(catalogue));
    await expect(frame(page).getByRole('radio')).toHaveCount(4);
    await expect(frame(page).getByRole('group')).toHaveAccessibleName(/\?$/);
    if (kind === 'emotion') {
      const face = frame(page).getByRole('img');
      await expect(face).toHaveAccessibleName(/^Un visage\u00A0: .*sourcil.*yeux|paupières/);
      expect(await face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
        0,
      );
    }
    if (kind !== 'idiom') {
      await expect(frame(page).getByRole('group')).toHaveAccessibleDescription(/.{30}/);
    }
    await expect(frame(page)).not.toContainText('/2');
    await axe();

    const first = await choice(page, true);
    const firstId = await first.getAttribute('value');
    await answer(page, false);
    const told = frame(page).getByRole('alert').first();
    await expect(told).toHaveText('Incorrect, essayez à nouveau. Vérification échouée. Réessayez!');
    await expect(frame(page)).toContainText('1/2');
    // Another question, which has the focus.
    await expect(page.locator(`input[value="${firstId}"]`)).toHaveCount(0);
    await expect(frame(page).getByRole('group')).toBeFocused();
    await axe();

    let letGo: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/key', async (route) => {
      await released;
      await route.continue();
    });
    await answer(page, true);
    await expect(frame(page).getByRole('alert').first()).toHaveText('Correct !');
    letGo();
    await expect(text(page)).toBeVisible();
  });
}

test('a question is answered with the keyboard alone, without a pointer trace @desktop', async ({
  page,
  catalogue,
}) => {
  await page.goto(lockedPath(catalogue));
  const right = await choice(page, true);
  const validate = frame(page).getByRole('button', { name: 'Valider' });
  await frame(page).getByRole('radio').first().focus();
  await page.keyboard.press('Tab');
  await expect(validate).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(frame(page)).toContainText('Choisissez une réponse.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  for (let presses = 0; presses < 4 && !(await right.isChecked()); presses++) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(right).toBeChecked();
  await expect(frame(page)).not.toContainText('Choisissez une réponse.');
  const sent = page.waitForRequest('**/api/challenge/answer');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ pointerTrace: [] });
  await expect(text(page)).toBeFocused();
});

test('an expired question is replaced and counts no error @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(410);
  await page.goto(lockedPath(catalogue));
  await (await choice(page, true)).check();
  await letExpire(page, readerId);
  await frame(page).getByRole('button', { name: 'Valider' }).click();
  await expect(frame(page)).toContainText('Cette question a expiré. En voici une autre.');
  await expect(frame(page)).not.toContainText('1/2');
  await answer(page, true);
  await expect(text(page)).toBeVisible();
});

test('a question that cannot be loaded says why and can be tried again @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(/ERR_FAILED/);
  expectFailure(429);
  const limited =
    'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.';
  await page.route('**/api/challenge/draw', (route) =>
    route.fulfill({ status: 429, json: { error: 'RATE_LIMITED' } }),
  );
  await page.goto(lockedPath(catalogue));
  const section = frame(page);
  await expect(section).toContainText(limited);
  await page.unroute('**/api/challenge/draw');
  await section.getByRole('button', { name: 'Réessayer' }).click();
  const right = await choice(page, true);
  await right.check();
  // The answer reaches the server; what it says does not come back.
  await page.route('**/api/challenge/answer', async (route) => {
    await route.fetch();
    await route.abort();
  });
  const validate = section.getByRole('button', { name: 'Valider' });
  await validate.click();
  await expect(section).toContainText('Aucune réponse reçue du serveur');
  await expect(right).toBeChecked();
  await page.unroute('**/api/challenge/answer');
  expectFailure(410);
  await validate.click();
  // It was right: nobody is asked a second time.
  await expect(text(page)).toBeVisible();
});

test('the second error locks here and in another tab, and a reload changes nothing', async ({
  page,
  context,
  catalogue,
  expectFailure,
}) => {
  expectFailure(423);
  const other = await context.newPage();
  await other.goto(`/novel/${catalogue.mixed.novel.slug}`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(catalogue.mixed.novel.title);
  await page.goto(lockedPath(catalogue));
  await lockOut(page);
  await expect(suspended(other)).toBeVisible();
  const until = await page.evaluate(() => localStorage.getItem('access_lock') ?? '');
  const leftMs = Date.parse(until) - Date.now();
  expect(leftMs).toBeGreaterThan(500_000);
  expect(leftMs).toBeLessThanOrEqual(600_000);
  await page.reload();
  await expect(suspended(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_lock'))).toBe(until);
});

test('a cached page is checked again where a lock is stored @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(423);
  expectFailure(/own marks/);
  const { free } = catalogue.mixed;
  await page.goto(lockedPath(catalogue));
  await lockOut(page);
  // A CDN that knows nothing of the cookie sends its copy of the page once.
  const copy = await (
    await page.request.get(`/chapter/${free._id}`, { headers: { cookie: '' } })
  ).text();
  expect(copy).toContain('chapter-text');
  await page.route(
    `**/chapter/${free._id}`,
    (route) => route.fulfill({ body: copy, contentType: 'text/html; charset=utf-8' }),
    { times: 1 },
  );
  await page.goto(`/chapter/${free._id}`);
  await expect(suspended(page)).toBeVisible();
  await expect(text(page)).toHaveCount(0);
  // It sends it again and again: the page takes the text away by itself.
  await page.route(`**/chapter/${free._id}`, (route) =>
    route.fulfill({ body: copy, contentType: 'text/html; charset=utf-8' }),
  );
  await page.goto(`/chapter/${free._id}`);
  await expect(suspended(page)).toBeVisible();
  await expect(text(page)).toHaveCount(0);
});

test('a stored lock that the server does not know is deleted @variant', async ({
  page,
  catalogue,
}) => {
  for (const stored of ['2999-01-01T00:00:00.000Z', 'bientôt', new Date().toISOString()]) {
    await page.evaluate((value) => localStorage.setItem('access_lock', value), stored);
    await page.goto(`/novel/${catalogue.mixed.novel.slug}`);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('access_lock'))).toBeNull();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalogue.mixed.novel.title);
  }
});
