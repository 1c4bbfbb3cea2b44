import type { Page } from 'playwright/test';
import { required, type Catalogue } from './catalogue.ts';
import { answer, frame, lockOut, unlock } from './challenges.ts';
import { paragraphsOf } from './demo-sentences.ts';
import { signOutElsewhere, signInAgain } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { expectAtTop, readTo, storedPlaces } from './reading.ts';

const lockedPath = ({ mixed }: Catalogue) => `/chapter/${mixed.locked._id}`;
const panel = (page: Page) => page.getByRole('region', { name: 'Contenu premium' });
/** The call for the text; its view is counted by another one. */
const textCall = ({ mixed }: Catalogue) =>
  new RegExp(`/api/chapters/${mixed.locked._id}\\?comments=false$`);
const text = (page: Page) => page.locator('.reader > .chapter-text');
/** What the paragraphs of a text are, white space made plain. */
const shownText = async (page: Page) => (await text(page).innerText()).replace(/\s+/g, ' ');

test('a stranger sees what the chapter costs, and signs in to come back to it', async ({
  page,
  catalogue,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  const { locked } = catalogue.mixed;
  await page.goto(lockedPath(catalogue));
  await expect(panel(page)).toContainText(`${locked.creditCost}\u00A0crédit`);
  await expect(panel(page).getByRole('link', { name: 'Connectez-vous' })).toHaveAttribute(
    'href',
    `/login?retour=${encodeURIComponent(lockedPath(catalogue))}&motif=connexion`,
  );
  const cover = panel(page).locator('img');
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByText('Lire la suite')).toBeHidden();
  // A sentence is no reason to leave, and the header leads back.
  await expect(panel(page).getByRole('link')).toHaveCount(1);
  await expect(page.getByText('Chargement du chapitre...')).toBeHidden();
  expect(scripts.filter((url) => /Premium|client\./.test(url))).toEqual([]);
});

test('the chapter’s title stands once: in the header, or without it in the panel @variant', async ({
  page,
  catalogue,
}) => {
  const { title } = catalogue.mixed.locked;
  await page.goto(lockedPath(catalogue));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(panel(page).getByText(title)).toBeHidden();
  await page.evaluate(() => localStorage.setItem('reader_showHeader', 'false'));
  await page.reload();
  await expect(panel(page).getByText(title)).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'Retour au roman' })).toHaveAttribute(
    'href',
    `/novel/${catalogue.mixed.novel.slug}`,
  );
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the panel says that JavaScript is needed', async ({ page, catalogue }) => {
    await page.goto(lockedPath(catalogue));
    // Playwright finds no text within a noscript element, but its children.
    const needed = panel(page).locator('noscript p');
    await expect(needed).toHaveText(/^Cette page a besoin de JavaScript/);
    await expect(needed).toBeVisible();
    await expect(page.getByText('Chargement du chapitre...')).toBeHidden();
  });
});

test('a reader who unlocked it answers one question and reads; the text was nowhere before', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
  axe,
}) => {
  // The key is refused until the question is answered.
  expectFailure(/\/key$/);
  expectFailure(403);
  const { novel, locked } = catalogue.mixed;
  const { id } = await signInAs();
  await unlock(page, id, locked._id);
  const received: Promise<string>[] = [];
  page.on('response', (response) => {
    const isOurs = new URL(response.url()).pathname !== '/api/challenge/draw';
    if (isOurs && response.status() < 300) received.push(response.text().catch(() => ''));
  });
  await page.goto(lockedPath(catalogue));
  await expect(frame(page)).toBeVisible();
  await axe();
  const written = await paragraphsOf(novel.title, locked.chapterNumber);
  expect(written.length).toBeGreaterThan(10);
  const sent = [...(await Promise.all(received)), await page.content()].map((body) =>
    body.replace(/\s+/g, ' '),
  );
  for (const paragraph of written) {
    for (const body of sent) expect(body).not.toContain(paragraph.slice(0, 40));
  }

  await answer(page, true);
  await expect(text(page)).toBeVisible();
  await expect(text(page)).toHaveAttribute('lang', novel.language);
  await expect(text(page)).toBeFocused();
  expect(
    await text(page).evaluate((element) => element.getBoundingClientRect().top),
  ).toBeGreaterThan(-1);
  const shown = await shownText(page);
  for (const paragraph of written) expect(shown).toContain(paragraph);
  await expect(frame(page)).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
  await expect(page.locator('.marks').getByRole('button', { name: /J’aime/ })).toBeAttached();
  await expect(page.locator('.marks')).not.toHaveAttribute('hidden');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('viewed_chapters')))
    .toBe(JSON.stringify([locked._id]));
  await axe();

  // The session has passed: no question a second time.
  const key = page.waitForResponse(/\/key$/);
  await page.reload();
  expect((await key).status()).toBe(200);
  await expect(text(page)).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
});

test('a premium chapter opens where its reader left it, after the question too @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  // Lower than the question: it scrolls, and so does its end.
  await page.setViewportSize({ width: 360, height: 500 });
  const person = await signInAs({ role: 'admin' });
  await page.goto(lockedPath(catalogue));
  await answer(page, true);
  await expect(text(page)).toBeVisible();
  const words = await readTo(page, 0.5);
  const kept = await storedPlaces(page);
  // The same person in a session that has passed no question.
  await signInAgain(page, person);
  await page.goto(lockedPath(catalogue));
  await answer(page, true);
  await expect(text(page)).toBeVisible();
  await expectAtTop(page, words);
  expect(await storedPlaces(page)).toBe(kept);
});

test('signing out in another tab takes the text off the page @variant', async ({
  page,
  context,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs({ role: 'admin' });
  await page.goto(lockedPath(catalogue));
  await answer(page, true);
  await expect(text(page)).toBeVisible();
  await expect(page.locator('[data-time-left]')).not.toBeEmpty();
  await signOutElsewhere(context);
  await expect(text(page)).toHaveCount(0);
  await expect(panel(page).getByRole('link', { name: 'Connectez-vous' })).toBeVisible();
  await expect(page.locator('.marks')).toBeHidden();
  // Nothing of the reading is left either.
  await expect(page.locator('[data-time-left]')).toBeEmpty();
  await expect(page.getByRole('button', { name: 'Écouter' })).toBeHidden();
  const drawn = () =>
    page.locator('.turns').evaluate(({ style }) => style.getPropertyValue('--read'));
  expect(await drawn()).toBe('');
  await page.mouse.wheel(0, 200);
  await page.setViewportSize({ width: 500, height: 500 });
  expect(await drawn()).toBe('');
});

test('comments that are open when the session ends leave the page to its reader @desktop @variant', async ({
  page,
  context,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs({ role: 'admin' });
  await page.goto(lockedPath(catalogue));
  await answer(page, true);
  await expect(text(page)).toBeVisible();
  await page.getByRole('button', { name: /^Commentaires/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Votre commentaire').fill('Je n’ai pas fini');
  await signOutElsewhere(context);
  await expect(text(page)).toHaveCount(0);
  await expect(page.locator('.session-banner')).toContainText(
    'Ce que vous écriviez est gardé sur cet appareil',
  );
  await panel(page).getByRole('link', { name: 'Connectez-vous' }).click();
  await expect(page).toHaveURL(/\/login/);
});

const unopened = [
  {
    what: 'a chapter that has gone',
    status: 404,
    body: { error: 'NOT_FOUND' },
    says: 'Chapitre non trouvé',
  },
  {
    what: 'a refusal without the chapter’s fields',
    status: 403,
    body: { error: 'PREMIUM_LOCKED', message: 'Contenu premium' },
    says: 'Contenu premium non disponible',
  },
  {
    what: 'a failure of the server',
    status: 500,
    body: { error: 'INTERNAL' },
    says: 'Erreur lors du chargement du chapitre',
  },
  {
    what: 'too many requests',
    status: 429,
    body: { error: 'RATE_LIMITED' },
    says: 'Limite de requêtes atteinte. Veuillez patienter quelques minutes avant de réessayer.',
  },
] as const;

test('each refusal of a premium text is one sentence @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
  axe,
}) => {
  await signInAs({ role: 'admin' });
  for (const { what, status, body, says } of unopened) {
    expectFailure(status);
    // How each refusal looks; that they occur is shown by tests/api.
    await page.route(textCall(catalogue), (route) => route.fulfill({ status, json: body }));
    await page.goto(lockedPath(catalogue));
    const alert = page.getByRole('alert').filter({ hasText: says });
    await expect(alert, what).toBeVisible();
    expect(await alert.locator('p').innerText(), what).toBe(says);
    await page.unroute(textCall(catalogue));
  }
  await axe();
});

test('without network the reader may try again; an unreadable text is no blank page @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/ERR_FAILED|status of 403|403 http/);
  await signInAs({ role: 'admin' });
  const call = textCall(catalogue);
  await page.route(call, (route) => route.abort());
  await page.goto(lockedPath(catalogue));
  const alert = page.getByText('Erreur lors du chargement du chapitre');
  await expect(alert).toBeVisible();
  const retry = page.getByRole('button', { name: 'Réessayer' });
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/chapters/'),
  );
  await retry.press('Enter');
  await failed;
  await expect(retry).not.toHaveAttribute('aria-disabled', 'true');
  await expect(retry).toBeFocused();
  await page.unroute(call);
  // Two parts of base64, and nothing that a key could open.
  await page.route(call, async (route) => {
    const answered = await route.fetch();
    const chapter = (await answered.json()) as object;
    await route.fulfill({ json: { ...chapter, content: 'YWFhYQ==:YmJiYg==' } });
  });
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await answer(page, true);
  await expect(alert).toBeVisible();
  await page.unroute(call);
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(text(page)).toBeVisible();
});

test('markup that no chapter has is removed from an opened text @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  // The browser says so already while it only parses.
  expectFailure(/violates the following Content Security Policy/);
  await signInAs({ role: 'admin' });
  await page.route(textCall(catalogue), async (route) => {
    const content =
      '<p class="verse big" onclick="x()" style="color:red">Un <em>mot</em>.</p>' +
      '<script>document.title = "pris"</script><img src="x" onerror="document.title = \'pris\'">' +
      '<p>— Oui ?</p><p>— <a href="https://exemple.test">Non</a>.</p><ruby>字<rt lang="ja">ji</rt></ruby>';
    const answered = await route.fetch();
    const chapter = (await answered.json()) as object;
    await route.fulfill({ json: { ...chapter, content } });
  });
  await page.goto(lockedPath(catalogue));
  await expect(text(page)).toBeVisible();
  expect(await text(page).innerHTML()).toBe(
    '<p class="verse">Un <em>mot</em>.</p><p>—\u2002Oui\u202F?</p><p class="d">—\u2002Non.</p><ruby>字<rt lang="ja">ji</rt></ruby>',
  );
  expect(await page.title()).not.toBe('pris');
});

test('a suspension is over in the place of the text when its question is answered @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  expectFailure(403);
  await signInAs({ role: 'admin' });
  await page.goto(lockedPath(catalogue));
  await lockOut(page);
  await expect(page.getByRole('heading', { name: 'Reprendre tout de suite' })).toBeVisible();
  await answer(page, true);
  await expect(
    page.getByRole('heading', { name: 'Une petite question avant d’ouvrir' }),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_lock'))).toBeNull();
  await answer(page, true);
  await expect(text(page)).toBeVisible();
  expect(required(await text(page).textContent(), 'text').length).toBeGreaterThan(1_000);
});
