import type { Page } from 'playwright/test';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { ownNovel } from './own-novels-door.ts';
import { expectPage, openInPages, pageNumber, readInPages } from './paged.ts';
import { endSentence, spoken, standInForSpeech } from './speech.ts';
import { caretKnown, editorText, idInAddress, openChapter, publish, saved } from './studio.ts';

const columns = ['Niveau', 'Force', 'Agilité', 'Intelligence', 'Endurance', 'Constitution'];
const cells = (name: string, words: readonly string[]) =>
  `<tr>${words.map((word) => `<${name}>${word}</${name}>`).join('')}</tr>`;
const wide = `<table>${cells('th', columns)}${cells(
  'td',
  columns.map((_, index) => String(index + 10)),
)}</table>`;
const prose = `<p>${'Le donjon respire, et la pierre avec lui. '.repeat(12)}</p>`;
const text =
  `<p>La fenêtre s’ouvre.</p><div class="box"><p class="centered"><strong>STATUT</strong></p><p>Nom : Aria</p><p>Classe : Lectrice</p></div>` +
  `${prose}${wide}<p class="centered">Trois jours plus tard</p>${prose.repeat(4)}`;

async function openText(page: Page, userId: string): Promise<string> {
  const chapters = [{ title: 'Fenêtre de statut', html: text, isPublished: true }];
  const made = await knock(page, 'own-novel', { userId, title: 'Le donjon qui lit', chapters });
  const address = `/chapter/${ownNovel.parse(made).chapterIds[0] ?? ''}`;
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  return address;
}

const table = (page: Page) => page.locator('.chapter-text').getByRole('group', { name: 'Tableau' });
const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

test('a wide table scrolls in its own box, by keyboard as well, and nothing else does @variant', async ({
  page,
  signInAs,
  axe,
}) => {
  const { id } = await signInAs({ role: 'author' });
  const address = await openText(page, id);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await expect(page.locator('.chapter-text > .box')).toContainText('Nom : Aria');
  await expect(page.getByText('Trois jours plus tard')).toHaveCSS('text-align', 'center');
  const left = () => table(page).evaluate((element) => element.scrollLeft);
  const isWide = await table(page).evaluate((one) => one.scrollWidth > one.clientWidth);
  await table(page).focus();
  if (isWide) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(left).toBeGreaterThan(0);
    await expect(page).toHaveURL(address);
  }
  await axe();
  expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
});

test('the voice reads a box line by line and a table cell by cell @desktop @variant', async ({
  page,
  signInAs,
}) => {
  await standInForSpeech(page);
  const { id } = await signInAs({ role: 'author' });
  await openText(page, id);
  await page.getByRole('button', { name: 'Écouter' }).click();
  const wanted = ['La fenêtre s’ouvre.', 'STATUT', 'Nom : Aria', 'Classe : Lectrice'];
  const said = async () => (await spoken(page)).map(({ text: words }) => words.replace(/\s/g, ' '));
  for (let count = 1; count < 20; count += 1) {
    await expect.poll(async () => (await said()).length).toBe(count);
    if (count < 19) await endSentence(page);
  }
  expect((await said()).slice(0, 4)).toEqual(wanted);
  // Twelve sentences of prose in between.
  expect((await said()).slice(16)).toEqual(columns.slice(0, 3));
});

test('without scripts and in pages every row can be reached @desktop @variant', async ({
  page,
  browser,
  signInAs,
}) => {
  const { id } = await signInAs({ role: 'author' });
  const address = await openText(page, id);
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(address);
  await expect(plain.getByRole('columnheader', { name: 'Agilité' })).toBeVisible();
  await expect(plain.locator('.chapter-text > .box')).toContainText('Classe : Lectrice');
  await plain.close();
  await readInPages(page);
  await openInPages(page, address);
  const fits = await table(page).evaluate(
    (one) => one.getBoundingClientRect().height < innerHeight,
  );
  expect(fits).toBe(true);
});

test('an author writes a box, a centred line and a table, which readers get @desktop @variant', async ({
  page,
  request,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Cadres à moi', { title: 'Un', text: 'STATUT' });
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name });
  await tool('Encadré').click();
  await expect(tool('Encadré')).toHaveAttribute('aria-pressed', 'true');
  await tool('Ligne centrée').click();
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('Force : 12');
  await page.keyboard.press('Enter');
  await tool('Encadré').click();
  await page.keyboard.insertText('Elle lit la suite.');
  await page.keyboard.press('Enter');
  await tool('Tableau').click();
  for (const word of ['Objet', 'Prix', 'Lampe', '12']) {
    await caretKnown(page);
    await page.keyboard.insertText(word);
    if (word !== '12') await page.keyboard.press('Tab');
  }
  const group = page.getByRole('group', { name: 'Tableau' });
  await group.getByRole('button', { name: 'Ajouter une colonne' }).click();
  await group.getByRole('button', { name: 'Retirer la colonne' }).click();
  await axe();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(editorText(page).locator('table tr')).toHaveCount(3);
  await expect(editorText(page).locator('.box > p')).toHaveText(['STATUT', 'Force : 12']);
  await publish(page);
  const html = await (await request.get(`/chapter/${idInAddress(page, 'chapitre')}`)).text();
  const plain = html.replaceAll(/<([biqsu])>[^<]*<\/\1>/g, '');
  expect(plain).toMatch(/<div class="box"><p class="centered">STATUT<\/p>/);
  expect(plain).toContain('<tr><th>Objet</th><th>Prix</th></tr><tr><td>Lampe</td><td>12</td></tr>');
});

test('in pages, a finger over a wide table moves the table, and beside it turns the page @variant', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs({ role: 'author' });
  const address = await openText(page, id);
  await readInPages(page);
  await openInPages(page, address);
  const touch = await page.context().newCDPSession(page);
  const swipe = async (y: number) => {
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y }],
      });
    await send('touchStart', 300);
    for (let step = 1; step <= 6; step++) await send('touchMove', 300 - step * 40);
    await send('touchEnd');
  };
  const place = () =>
    table(page).evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
  // To the page that has it.
  await expect(async () => {
    if ((await place()).x < 360) return;
    await page.keyboard.press('ArrowRight');
    expect((await place()).x).toBeLessThan(360);
  }).toPass();
  await expect.poll(async () => (await place()).x).toBeGreaterThanOrEqual(0);
  const { shown } = await pageNumber(page);
  const { y, height } = await place();
  await swipe(y + height / 2);
  await expect.poll(() => table(page).evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  await expectPage(page, shown);
  await swipe(y > 370 ? y - 40 : y + height + 40);
  await expectPage(page, shown + 1);
});

/** A red square of 64 pixels. */
const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAnUlEQVRoge2S0QkAQBSCmsXxm/KGuA95EDiASSmcJrpBNwC9Ynch7hLdoBuAXrG7EHeJbtANQK/YXYi7RDfoBqBX7C7EXaIbdAPQK3YX4i7RDboB6BW7C3GX6AbdAPSK3YW4S3SDbgB6xe5C3CW6QTcAvWJ3Ie4S3aAbgF6xuxB3iW7QDUCv2F2Iu0Q36AagV+wuxF2iG3QD0Cv+8AC41+DTrQur9wAAAABJRU5ErkJggg==',
  'base64',
);

test('an author puts a picture into a text with its words, and readers see it @desktop @variant', async ({
  page,
  browser,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Images à moi', { title: 'Un', text: 'La tour.' });
  await page.getByRole('toolbar').getByRole('button', { name: 'Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle image' });
  await dialog
    .getByLabel(/^Fichier/)
    .setInputFiles({ name: 'tour.png', mimeType: 'image/png', buffer: square });
  await dialog.getByRole('button', { name: 'Insérer l’image' }).click();
  await expect(dialog.getByText('Décrivez l’image pour qui ne la voit pas.')).toBeVisible();
  await dialog.getByLabel(/^Ce que montre/).fill('Une tour rouge');
  await dialog.getByRole('button', { name: 'Insérer l’image' }).click();
  const shown = editorText(page).getByRole('img', { name: 'Une tour rouge' });
  const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await expect.poll(() => shown.evaluate(isLoaded)).toBe(true);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect.poll(() => shown.evaluate(isLoaded)).toBe(true);
  await publish(page);
  const reader = await browser.newPage();
  await standInForSpeech(reader);
  await reader.goto(`/chapter/${idInAddress(page, 'chapitre')}`);
  const picture = reader.locator('.chapter-text').getByRole('img', { name: 'Une tour rouge' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate(isLoaded)).toBe(true);
  await expect(picture).toHaveAttribute('width', '64');
  expect(await layoutShift(reader)).toBeLessThanOrEqual(shiftMax);
  await reader.getByRole('button', { name: 'Écouter' }).click();
  await expect.poll(async () => (await spoken(reader)).at(-1)?.text).toBe('La tour.');
  await endSentence(reader);
  await expect.poll(async () => (await spoken(reader)).at(-1)?.text).toBe('Une tour rouge');
  await reader.close();
});
