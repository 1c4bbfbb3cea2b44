import type { Page } from 'playwright/test';
import { endSessions } from './end-sessions.ts';
import { expect, test } from './fixtures.ts';
import { addNovel } from './studio.ts';

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;
const before = 'La nuit tombait sur le port. '.repeat(6);
const wrong = 'Les chevals du roi couraient vers la mer.';
const table = '<table><tr><td>Marée haute</td><td>Six heures</td></tr></table>';
const after = 'Le clocher sonna deux fois. '.repeat(60);

async function openTypo(page: Page, chapterId: string) {
  await page.goto(`/chapter/${chapterId}`);
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  await page.getByRole('button', { name: /Signalez-la/ }).click();
  await expect(page.getByText('Choisissez dans le texte le mot à corriger.')).toBeVisible();
}

/** Presses a word of the text itself, once nothing lies over it (a panel that closes). */
async function pressWord(page: Page, word: string) {
  const place = await page.waitForFunction((wanted) => {
    const text = document.querySelector('.chapter-text');
    const walker = document.createTreeWalker(text ?? document, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(wanted);
      if (at === -1) continue;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      return text?.contains(document.elementFromPoint(middle.x, middle.y)) && middle;
    }
    throw new Error(`“${wanted}” is not in the text`);
  }, word);
  const { x, y } = (await place.jsonValue()) as { x: number; y: number };
  await page.mouse.click(x, y);
}

test('a reader reports a typo, the author corrects it, and the reader learns of it', async ({
  page,
  signInAs,
}) => {
  test.setTimeout(120_000);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const title = unique('Le Port');
  const text = `${before}</p><p>${wrong}</p><p>${after}`;
  const { novelId, chapterIds } = await addNovel(page, author, title, [
    { title: 'Un', text, isPublished: true },
  ]);
  const [chapterId = ''] = chapterIds;

  const reader = await signInAs({ name: 'Zoé' });
  await openTypo(page, chapterId);
  await pressWord(page, 'chevals');
  const dialog = page.getByRole('dialog', { name: 'Signaler une coquille' });
  const correction = dialog.getByLabel('Correction');
  await expect(correction).toHaveValue('chevals');
  await expect(correction).toBeFocused();
  await correction.fill('chevaux');
  await dialog.getByLabel(/^Remarque/).fill('Un pluriel irrégulier.');
  // Closed by mistake, it is there again.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  await page.getByRole('button', { name: /Signalez-la/ }).click();
  await pressWord(page, 'chevals');
  await expect(correction).toHaveValue('chevaux');
  await expect(dialog.getByLabel(/^Remarque/)).toHaveValue('Un pluriel irrégulier.');
  const [send, cancel] = await Promise.all(
    ['Envoyer', 'Annuler'].map((button) =>
      dialog.getByRole('button', { name: button }).boundingBox(),
    ),
  );
  expect((cancel?.x ?? 0) - (send?.x ?? 0) - (send?.width ?? 0)).toBeGreaterThanOrEqual(8);
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(page.getByRole('dialog', { name: 'Merci !' })).toBeVisible();
  await page.getByRole('button', { name: 'Reprendre la lecture' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await signInAs({ id: author.id });
  await page.goto(`/my-novels?roman=${novelId}`);
  await page.getByRole('link', { name: /^Messages.*1 en attente/ }).click();
  const entry = page.getByRole('article', { name: 'Coquille signalée par Zoé' });
  await expect(entry.locator('del')).toContainText('chevals');
  await expect(entry.locator('ins')).toHaveText('chevaux');
  await expect(entry).toContainText('Un pluriel irrégulier.');
  await entry.getByRole('button', { name: /^Corriger le texte/ }).click();
  await expect(entry).toContainText('Corrigé par Anne Kerl');
  await page.goto(`/my-novels?vue=versions&roman=${novelId}&chapitre=${chapterId}`);
  await expect(page.getByRole('listitem').filter({ hasText: /Parue|En ligne/ })).toHaveCount(2);

  await signInAs({ id: reader.id });
  await page.goto(`/chapter/${chapterId}`);
  await expect(page.locator('.chapter-text')).toContainText('Les chevaux du roi');
  await page.goto('/');
  await page.getByRole('button', { name: /réponses à vos signalements/ }).click();
  await page.getByRole('menuitem', { name: 'Réponses à vos signalements' }).click();
  const report = page.getByRole('article', { name: /^chevals/ });
  await expect(report).toContainText('Corrigé dans le texte.');
  await expect(report).toContainText('Nouveau');
  await page.reload();
  await expect(report).toContainText('Corrigé dans le texte.');
  await expect(report).not.toContainText('Nouveau');
});

test('a typo is reported by keyboard, and Escape cancels @variant', async ({ page, signInAs }) => {
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const { novelId, chapterIds } = await addNovel(page, author, unique('La Digue'), [
    { title: 'Un', text: `${wrong}</p>${table}<p>${after}`, isPublished: true },
  ]);
  await signInAs({ name: 'Zoé' });
  await openTypo(page, chapterIds[0] ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Choisissez dans le texte')).toBeHidden();
  // A wide table is scrolled by the keyboard as before.
  await expect(page.getByRole('group', { name: 'Tableau' })).toHaveAttribute('tabindex', '0');
  await openTypo(page, chapterIds[0] ?? '');
  await expect(page.getByText(wrong)).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Signaler une coquille' });
  await expect(dialog.getByRole('button', { name: 'Les', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  const correction = dialog.getByLabel('Correction');
  await expect(correction).toHaveValue('chevals du');
  await correction.fill('chevaux du');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Merci !' })).toBeVisible();

  await signInAs({ id: author.id });
  await page.goto(`/my-novels?vue=messages&roman=${novelId}&filtre=coquilles`);
  const entry = page.getByRole('article', { name: 'Coquille signalée par Zoé' });
  await entry.getByRole('button', { name: /^Refuser/ }).click();
  await entry.getByLabel('Motif').fill('C’est le parler du village.');
  await entry.getByRole('button', { name: 'Refuser', exact: true }).click();
  await expect(entry).toContainText('Refusé par Anne Kerl');
});

test('a report whose session ended is stored, and offered at its paragraph @variant', async ({
  page,
  browser,
  signInAs,
  expectFailure,
}) => {
  test.setTimeout(120_000);
  expectFailure(401);
  expectFailure(/^typo: /);
  const author = await signInAs({ role: 'author' });
  const text = `${before}</p><p>${wrong}</p><p>${after}`;
  const { chapterIds } = await addNovel(page, author, unique('Le Quai'), [
    { title: 'Un', text, isPublished: true },
  ]);
  const [chapterId = ''] = chapterIds;
  const reader = await signInAs({ name: 'Zoé' });
  const dialog = page.getByRole('dialog', { name: 'Signaler une coquille' });
  await openTypo(page, chapterId);
  await pressWord(page, 'chevals');
  await dialog.getByLabel('Correction').fill('chevaux');
  await endSessions(browser, reader);
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(page.getByRole('alert')).toContainText('gardé sur cet appareil');
  await expect(dialog).toBeHidden();
  await signInAs({ id: reader.id });
  await openTypo(page, chapterId);
  await pressWord(page, 'chevals');
  const offer = page.getByRole('group', { name: 'Texte gardé sur cet appareil' });
  await expect(offer).toContainText('chevaux');
  await offer.getByRole('button', { name: 'Reprendre', exact: true }).click();
  await expect(dialog.getByLabel('Correction')).toHaveValue('chevaux');
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(page.getByRole('dialog', { name: 'Merci !' })).toBeVisible();
});
