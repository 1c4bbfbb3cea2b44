/** Pictures that come with a paste, as they reach the text and its readers. */
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { idInAddress, openChapter, paste, publish, saved } from './studio.ts';
import { sources } from '#tests/islands/studio/paste/sources.ts';

const report = (page: Page) => page.getByRole('region', { name: /gardés?|décrire/ });
const status = (page: Page) => page.locator('.save-status');
/** The words of the pictures of a text that a reader sees. */
const seen = (page: Page, within: string) =>
  page.locator(`${within} figure img`).evaluateAll((images) =>
    images.map((image) => {
      const { alt, complete, naturalWidth } = image as HTMLImageElement;
      return complete && naturalWidth > 0 ? alt : null;
    }),
  );
const drawn = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a4243b' } })
  .png({ compressionLevel: 0 })
  .toBuffer();
const dot = drawn.toString('base64');

test('pictures of a paste reach the text, are described there, and readers see them; a lost one is named', async ({
  page,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Images', { title: 'Un', text: 'Avant.' });
  await page.keyboard.press('Enter');
  const whole = (alt: string) => `<img src="data:image/png;base64,${dot}" alt="${alt}">`;
  await paste(
    page,
    `<p>${whole('Le phare dans la brume')}</p><p>Au loin, une barque rentrait.</p>${whole('')}<p>Puis : <img src="file:///C:/carte.png" alt="La carte"></p>`,
    '',
  );
  await expect(saved(page)).toBeVisible();
  await expect
    .poll(() => seen(page, '.editor-text'))
    .toEqual(['Le phare dans la brume', 'Illustration']);
  const found = report(page);
  await expect(found.getByRole('heading')).toHaveText(
    '1\u00A0élément n’a pas été gardé, 1\u00A0image à décrire',
  );
  await expect(found.getByRole('listitem')).toHaveText([
    /^Image sans description «\sAu loin, une barque rentrait\.\s»/,
    /^Image «\sLa carte\s».*enregistrez-la, puis ajoutez-la avec l’outil Image/,
  ]);
  await axe();
  await found.getByRole('button', { name: /^Décrire/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Ce que montre/).fill('Une barque au large');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(found.getByRole('heading')).toHaveText('1\u00A0élément n’a pas été gardé');
  await expect(saved(page)).toBeVisible();

  const chapterId = idInAddress(page, 'chapitre');
  await publish(page);
  await page.goto(`/chapter/${chapterId}`);
  const words = ['Le phare dans la brume', 'Une barque au large'];
  for (const name of words) await page.getByRole('img', { name }).scrollIntoViewIfNeeded();
  await expect.poll(() => seen(page, '.chapter-text')).toEqual(words);
});

test('pictures of a Google document are fetched by the server; a missing one is named @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(422);
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Documents', { title: 'Un', text: 'Avant.' });
  // The stand-in for Google answers for its hosts.
  const image = (path: string, alt: string) =>
    `<p dir="ltr"><span><img alt="${alt}" src="https://lh7-rt.googleusercontent.com/${path}" width="96" height="96"></span></p>`;
  const body = image('pictures/reader.webp', 'Un visage') + image('docsz/none', 'Une carte');
  await paste(page, sources.docs.frame(body), '');
  await expect.poll(() => seen(page, '.editor-text')).toEqual(['Un visage']);
  await expect(report(page).getByRole('listitem')).toHaveText([
    /^Image «\sUne carte\s».*Google Docs n’a pas donné cette image/,
  ]);
  await expect(saved(page)).toBeVisible();
});

test('pictures of a paste wait offline, the page asks before it is left, and they are sent online @variant', async ({
  page,
  context,
  signInAs,
  expectFailure,
}) => {
  [/ERR_INTERNET_DISCONNECTED/, 'CSRF token unobtainable'].forEach(expectFailure);
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Tunnel', { title: 'Un', text: 'Avant.' });
  await context.setOffline(true);
  await paste(page, `<p>Voici.</p><img src="data:image/png;base64,${dot}" alt="Un point">`, '');
  await expect(status(page)).toContainText('1\u00A0image à envoyer encore');
  await expect(page.locator('.editor-text figcaption')).toHaveText(
    /^Un point\s: pas encore envoyée$/,
  );
  await page.getByRole('link', { name: 'Aperçu' }).click();
  const question = page.getByRole('dialog', { name: /^Quitter cette page/ });
  await expect(question).toContainText('Des images que vous avez collées');
  await question.getByRole('button', { name: 'Rester ici' }).click();
  await context.setOffline(false);
  await expect.poll(() => seen(page, '.editor-text')).toEqual(['Un point']);
  await expect(saved(page)).toBeVisible();
  await page.getByRole('link', { name: 'Aperçu' }).click();
  await expect.poll(() => seen(page, '.chapter-text')).toEqual(['Un point']);
});
