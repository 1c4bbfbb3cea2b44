import type { Page } from 'playwright/test';
import { besidePorts } from './addresses.ts';
import type { Catalogue } from './catalogue.ts';
import { knock } from './challenges.ts';
import { signOutElsewhere } from './devices.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';

const openComments = async (page: Page) => {
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Commentaires' });
  await expect(dialog).toBeVisible();
  return dialog;
};
/** A free chapter of the demonstration; stories share it and look for their own names. */
const commentedChapter = (catalogue: Catalogue) => `/chapter/${catalogue.mixed.free._id}`;

test('comments are loaded once, when opened, and tell a visitor to sign in', async ({
  page,
  catalogue,
  axe,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/comments')) asked.push(request.url());
  });
  const path = commentedChapter(catalogue);
  await page.goto(path);
  await expect(page.getByRole('button', { name: /^Commentaires/ })).toBeVisible();
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  const dialog = await openComments(page);
  const way = dialog.getByRole('link', { name: 'Connectez-vous pour commenter' });
  await expect(way).toHaveAttribute('href', new RegExp(encodeURIComponent(path)));
  await expect(dialog.getByRole('button', { name: /Répondre/ })).toHaveCount(0);
  // Once, however late the page knows who reads.
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /\/api\/chapters\/[^/]+\/comments/.test(url))).toHaveLength(1);
  await axe();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Commentaires/ })).toBeFocused();
});

test('comments opened offline open by themselves once online @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(/ERR_INTERNET_DISCONNECTED|island/);
  await page.goto(commentedChapter(catalogue));
  const button = page.getByRole('button', { name: /^Commentaires/ });
  await expect(button).toBeVisible();
  await page.context().setOffline(true);
  const tried = page.waitForEvent('console', {
    predicate: (said) => said.text().includes('island'),
  });
  await button.tap();
  await tried;
  const told = page.getByRole('alert').filter({ hasText: 'connexion' });
  await expect(told).toHaveText('Pas de connexion.');
  // Reading on takes neither the sentence's place nor its role.
  await page.evaluate(() => scrollBy(0, 120));
  await button.tap();
  await expect(told).toHaveText('Pas de connexion.');
  await page.context().setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Commentaires' })).toBeVisible();
  await expect(told).toHaveCount(0);
  await expect(page.locator('[data-time-left]')).toHaveText(/^Encore/);
  await page.keyboard.press('Escape');
  await button.tap();
  await expect(page.getByRole('dialog', { name: 'Commentaires' })).toBeVisible();
});

test('a comment being written when another tab signs out is saved, and the reader is told @variant', async ({
  page,
  context,
  catalogue,
  signInAs,
}) => {
  await signInAs({});
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  await dialog.getByLabel('Votre commentaire').fill('Je n’ai pas fini');
  await signOutElsewhere(context);
  await expect(dialog.getByRole('alert').first()).toContainText(
    'Ce que vous écriviez est gardé sur cet appareil',
  );
});

test('scrolling prefetches the comments, unless the reader saves data @variant', async ({
  page,
  catalogue,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/_astro/Comments.')) fetched.push(request.url());
  });
  await page.goto(commentedChapter(catalogue), { waitUntil: 'networkidle' });
  expect(fetched).toEqual([]);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(() => fetched.length).toBeGreaterThan(0);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.reload({ waitUntil: 'networkidle' });
  fetched.length = 0;
  await page.evaluate(() => scrollTo(0, 900));
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(fetched).toEqual([]);
});

test('a reader writes, answers in three levels, and removes; axe finds nothing', async ({
  page,
  catalogue,
  signInAs,
  axe,
}) => {
  const { name } = await signInAs({ name: `Nora ${crypto.randomUUID().slice(0, 8)}` });
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  const field = dialog.getByLabel('Votre commentaire');
  const send = dialog.getByRole('button', { name: 'Envoyer', exact: true }).first();
  await expect(send).toBeDisabled();
  await field.fill('   ');
  await expect(send).toBeDisabled();
  await field.fill('é'.repeat(2_001));
  await expect(send).toBeDisabled();
  await field.fill(`Premier mot de ${name}.\n<b>Texte</b> https://exemple.test`);
  await expect(send).toBeEnabled();
  await field.press('Control+Enter');
  const thread = dialog.locator('[data-level="1"]', { hasText: `Premier mot de ${name}` });
  await expect(thread).toContainText('<b>Texte</b> https://exemple.test');
  await expect(thread.locator('a')).toHaveCount(0);
  await expect(field).toHaveValue('');
  await expect(thread).toHaveAttribute('aria-busy', 'false');

  for (const [level, text] of [
    [1, 'Deuxième niveau.'],
    [2, 'Troisième niveau.'],
    [3, 'Encore au troisième.'],
  ] as const) {
    const answered = dialog.locator(`[data-level="${level}"]`, { hasText: name }).last();
    await answered
      .getByRole('button', { name: `Répondre à ${name}` })
      .first()
      .click();
    await page.getByLabel(`Votre réponse à ${name}`).fill(text);
    await page.getByLabel(`Votre réponse à ${name}`).press('Control+Enter');
    await expect(page.getByLabel(`Votre réponse à ${name}`)).toHaveCount(0);
    await expect(thread).toContainText(text);
  }
  await expect(thread.locator('[data-level="3"]')).toHaveCount(2);
  await axe();
  await thread.getByRole('button', { name: 'Masquer les réponses' }).first().click();
  await expect(thread).not.toContainText('Deuxième niveau.');
  await thread.getByRole('button', { name: /Afficher les réponses \(3\)/ }).click();
  await expect(thread).toContainText('Encore au troisième.');

  await thread
    .getByRole('button', { name: /^Supprimer/ })
    .first()
    .click();
  await thread.getByRole('button', { name: 'Oui, supprimer' }).click();
  await expect(thread.or(dialog.locator('[data-level="1"]').first())).toContainText(
    'Commentaire supprimé',
  );
  await expect(dialog).toContainText('Deuxième niveau.');
});

test('a rejected comment stays in its field @variant', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  await signInAs();
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  // Forged: how the form looks after a refusal. The real one is in the tests of the call.
  const body = { error: 'INTERNAL', message: 'Une panne.', msg: 'Une panne.' };
  await page.route('**/comment', (route) => route.fulfill({ status: 500, json: body }));
  expectFailure(/comment/);
  await dialog.getByLabel('Votre commentaire').fill('Un mot perdu.');
  await dialog.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(dialog.getByText('Une panne.')).toBeVisible();
  await expect(dialog.getByLabel('Votre commentaire')).toHaveValue('Un mot perdu.');
  await expect(dialog.locator('.comment-text', { hasText: 'Un mot perdu.' })).toHaveCount(0);
});

test('a reader hides a person, and shows them again', async ({ page, catalogue, signInAs }) => {
  const other = await signInAs({ name: `Karim ${crypto.randomUUID().slice(0, 8)}` });
  await page.goto(commentedChapter(catalogue));
  const first = await openComments(page);
  await first.getByLabel('Votre commentaire').fill('Un mot de trop.');
  await first.getByLabel('Votre commentaire').press('Control+Enter');
  const own = first.locator('[data-level="1"]', { hasText: other.name });
  await expect(own).toHaveAttribute('aria-busy', 'false');
  await page.context().clearCookies();
  await signInAs();
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  const theirs = dialog.locator('[data-level="1"]', { hasText: other.name });
  await theirs.getByRole('button', { name: /^Masquer cette personne/ }).click();
  await expect(theirs).toContainText('Commentaire masqué');
  await expect(theirs).not.toContainText('Un mot de trop.');
  await theirs.getByRole('button', { name: /^Ne plus masquer/ }).click();
  await expect(theirs).toContainText('Un mot de trop.');
  await theirs.getByRole('button', { name: /^Signaler/ }).click();
  await theirs.getByRole('button', { name: 'Envoyer le signalement' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'Merci' })).toHaveCount(1);
  const reported = theirs.getByRole('button', { name: /^Signalé / });
  await expect(reported).toBeDisabled();
  await expect(theirs.getByRole('button', { name: /^Signaler/ })).toHaveCount(0);
  await page.reload();
  await openComments(page);
  await expect(reported).toBeDisabled();
  await reported.click({ force: true });
  await expect(theirs.getByLabel(/^Pourquoi/)).toHaveCount(0);
});

test('a suspended reader reads until when, and cannot send a comment @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const chapterId = catalogue.mixed.free._id;
  const writer = await signInAs({ name: `Paul ${crypto.randomUUID().slice(0, 8)}` });
  await write({ page, writerId: writer.id, chapterId }, ['Une publicité.']);
  await knock(page, 'suspend', { userId: writer.id, days: 5 });
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  const sentence = /^Vous ne pouvez pas commenter avant le \d+/;
  await expect(dialog.getByText(sentence)).toBeVisible();
  const field = dialog.getByLabel('Votre commentaire');
  await expect(field).toHaveAccessibleDescription(sentence);
  await expect(field).not.toBeEditable();
  await expect(dialog.getByRole('button', { name: 'Envoyer', exact: true })).toBeDisabled();
  await dialog
    .locator('[data-level="1"]', { hasText: writer.name })
    .getByRole('button', { name: /^Répondre/ })
    .click();
  await expect(dialog.getByText(sentence)).toHaveCount(2);
});

test('with the keyboard alone the focus stays on the comment acted upon @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const other = await signInAs({ name: `Ines ${crypto.randomUUID().slice(0, 8)}` });
  await page.goto(commentedChapter(catalogue));
  const first = await openComments(page);
  await first.getByLabel('Votre commentaire').fill('Un mot à lire.');
  await first.getByLabel('Votre commentaire').press('Control+Enter');
  await expect(first.locator('[data-level="1"]', { hasText: other.name })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await page.context().clearCookies();
  await signInAs({ role: 'admin' });
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  const theirs = dialog.locator('[data-level="1"]', { hasText: other.name });
  const button = (name: RegExp | string) => theirs.getByRole('button', { name });

  await button(/^Signaler/).press('Enter');
  await expect(theirs.getByLabel(/^Pourquoi/)).toBeFocused();
  await button('Annuler').press('Enter');
  await expect(button(/^Signaler/)).toBeFocused();
  await page.keyboard.press('Enter');
  await button('Envoyer le signalement').press('Enter');
  await expect(theirs.getByLabel(/^Pourquoi/)).toHaveCount(0);
  await expect(button(/^Signalé /)).toBeFocused();

  await button(/^Masquer cette personne/).press('Enter');
  await expect(theirs).toContainText('Commentaire masqué');
  await expect(theirs).toBeFocused();
  await button(/^Ne plus masquer/).press('Enter');
  await expect(theirs).toContainText('Un mot à lire.');
  await expect(theirs).toBeFocused();

  await button(/^Supprimer/).press('Enter');
  await expect(theirs.getByLabel('Motif de la suppression')).toBeFocused();
  await button('Annuler').press('Enter');
  await expect(button(/^Supprimer .commentaire/)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Hors sujet.');
  const item = await theirs.elementHandle();
  await button(/^Supprimer$/).press('Enter');
  await expect(theirs).toHaveCount(0);
  expect(await item.evaluate((place) => place === document.activeElement)).toBe(true);
});

test('selecting text out of the dialog does not close it, a press beside it does @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  await signInAs();
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  const field = dialog.getByLabel('Votre commentaire');
  await field.fill('Un mot que je choisis.');
  await field.hover();
  await page.mouse.down();
  await page.mouse.move(20, 400);
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(dialog).toBeHidden();
});

test('the buttons of the comments work while the control bar behind them is hidden @desktop @variant', async ({
  page,
  catalogue,
}) => {
  await page.goto(commentedChapter(catalogue));
  await page.mouse.move(400, 100);
  await page.mouse.wheel(0, 600);
  await expect(page.locator('.control-bar')).not.toHaveAttribute('data-shown');
  await page.getByRole('button', { name: /^Commentaires/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Commentaires' });
  // Takes the focus out of the dialog, and so out of the bar.
  await dialog.getByRole('heading', { name: 'Commentaires' }).click();
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog).toBeHidden();
});

test('a late answer leaves the focus where the reader moved it @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { name } = await signInAs({ name: `Odile ${crypto.randomUUID().slice(0, 8)}` });
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  const field = dialog.getByLabel('Votre commentaire');
  const close = dialog.getByRole('button', { name: 'Fermer' });
  const first = await holdCalls(page, /\/comment$/);
  await field.fill(`Premier mot de ${name}.`);
  await field.press('Control+Enter');
  await close.focus();
  await first.release();
  await expect(dialog.getByText('Commentaire envoyé.')).toBeVisible();
  await expect(close).toBeFocused();

  const thread = dialog.locator('[data-level="1"]', { hasText: `Premier mot de ${name}` });
  await thread.getByRole('button', { name: `Répondre à ${name}` }).click();
  const answer = dialog.getByLabel(`Votre réponse à ${name}`);
  const second = await holdCalls(page, /\/comment$/);
  await answer.fill('Encore un mot.');
  await answer.press('Control+Enter');
  await field.focus();
  await second.release();
  await expect(dialog.getByText('Réponse envoyée.')).toBeVisible();
  await expect(field).toBeFocused();
});

/** Has somebody comment, or answer `parentId`, on another device; gives the comments' ids. */
async function write(
  { page, writerId, chapterId }: { page: Page; writerId: string; chapterId: string },
  texts: string[],
  parentId: string | null = null,
): Promise<string[]> {
  const door = `http://127.0.0.1:${besidePorts.control}/comment`;
  const data = { userId: writerId, chapterId, parentId, texts };
  const answer = await page.request.post(door, { data });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()) as string[];
}

test('a confirmation is visible wherever the list is scrolled, and covers no control in use @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const other = await signInAs({ name: `Aïcha ${crypto.randomUUID().slice(0, 8)}` });
  const there = { page, writerId: other.id, chapterId: catalogue.mixed.free._id };
  await write(there, ['Un.', 'Deux.', 'Trois.', 'Quatre.', 'Cinq.', 'Six.', 'Sept.']);
  await page.context().clearCookies();
  await signInAs();
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  const theirs = dialog.locator('[data-level="1"]', { hasText: other.name });
  await expect(theirs).toHaveCount(7);
  const report = theirs.last().getByRole('button', { name: /^Signal(er|é) / });
  await expect(report).toHaveAccessibleName(`Signaler (commentaire d’${other.name})`);
  await report.click();
  const send = theirs.last().getByRole('button', { name: 'Envoyer le signalement' });
  await expect(send, 'the form comes into view whole').toBeInViewport({ ratio: 1 });
  await expect(theirs.last().getByLabel(/^Pourquoi/)).toBeInViewport({ ratio: 1 });
  await send.click();
  const told = dialog.getByRole('status').filter({ hasText: 'Merci' });
  await expect(told).toBeInViewport({ ratio: 1 });
  await expect(report).toBeFocused();
  await expect(report).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => {
      const [sentence, control] = [await told.boundingBox(), await report.boundingBox()];
      if (!sentence || !control) return 'gone';
      const isClear =
        control.y + control.height <= sentence.y || control.y >= sentence.y + sentence.height;
      return isClear ? 'clear' : 'covered';
    })
    .toBe('clear');
});

test('“Réessayer” keeps the focus while it loads, and leaves it to the list @desktop @variant', async ({
  page,
  catalogue,
  expectFailure,
}) => {
  expectFailure(/comments|ERR_FAILED/);
  const failing = (url: URL) => /\/api\/chapters\/[^/]+\/comments/.test(url.pathname);
  await page.route(failing, (route) => route.abort('failed'));
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  const retry = dialog.getByRole('button', { name: 'Réessayer' });
  await expect(dialog.getByRole('alert')).toContainText('Erreur lors du chargement');
  await page.unroute(failing);
  const held = await holdCalls(page, /\/api\/chapters\/[^/]+\/comments/);
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Chargement...');
  await expect(retry).toBeFocused();
  await held.release();
  await expect(retry).toHaveCount(0);
  await expect(dialog.locator('.comments-list')).toBeFocused();
});

test('every button of the comments is at least 44 pixels wide and high, and those of a comment fit one row', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { id } = await signInAs();
  await write({ page, writerId: id, chapterId: catalogue.mixed.free._id }, ['À toucher.']);
  await page.goto(commentedChapter(catalogue));
  const dialog = await openComments(page);
  await expect(dialog.getByRole('button', { name: /^Répondre/ }).first()).toBeVisible();
  const low = await dialog.getByRole('button').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      return height >= 44 && width >= 44 ? [] : [`${button.textContent} ${width} × ${height}`];
    }),
  );
  expect(low).toEqual([]);
  const rows = await dialog.locator('.comment-actions').evaluateAll((all) =>
    all.map((actions) => {
      const tops = [...actions.querySelectorAll('button')].map(
        (one) => one.getBoundingClientRect().top,
      );
      return new Set(tops).size;
    }),
  );
  expect(new Set(rows)).toEqual(new Set([1]));
});
