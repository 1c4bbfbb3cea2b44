import { pass } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { offlineFailures } from './offline-world.ts';
import { addNovel, editorText, saved } from './studio.ts';

test.use({ serviceWorkers: 'allow' });

/** A red square of 64 pixels. */
const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAnUlEQVRoge2S0QkAQBSCmsXxm/KGuA95EDiASSmcJrpBNwC9Ynch7hLdoBuAXrG7EHeJbtANQK/YXYi7RDfoBqBX7C7EXaIbdAPQK3YX4i7RDboB6BW7C3GX6AbdAPSK3YW4S3SDbgB6xe5C3CW6QTcAvWJ3Ie4S3aAbgF6xuxB3iW7QDUCv2F2Iu0Q36AagV+wuxF2iG3QD0Cv+8AC41+DTrQur9wAAAABJRU5ErkJggg==',
  'base64',
);

test('a downloaded novel shows its pictures in the tunnel, those of premium chapters too @desktop @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  test.setTimeout(150_000);
  expectFailure(offlineFailures);
  const author = await signInAs({ role: 'author' });
  const { novelId, chapterIds } = await addNovel(page, author, 'Images du tunnel', [
    { title: 'Un', text: 'La tour.', isPublished: true },
    { title: 'Deux', text: 'Le pont.', isPublished: true, isPremium: true },
  ]);
  for (const chapterId of chapterIds) {
    await page.goto(`/my-novels?roman=${novelId}&chapitre=${chapterId}`);
    await editorText(page).focus();
    await page.getByRole('toolbar').getByRole('button', { name: 'Image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nouvelle image' });
    await dialog
      .getByLabel(/^Fichier/)
      .setInputFiles({ name: 'tour.png', mimeType: 'image/png', buffer: square });
    await dialog.getByLabel(/^Ce que montre/).fill('Un carré rouge');
    await dialog.getByRole('button', { name: 'Insérer l’image' }).click();
    await expect(editorText(page).getByRole('img', { name: 'Un carré rouge' })).toBeVisible();
    await expect(saved(page)).toBeVisible();
    await page.getByRole('button', { name: 'Publication…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mettre à jour' }).click();
    await expect(page.getByText(/est publié\.$/)).toBeVisible();
  }
  await pass(page, author.id);
  await page.goto(`/chapter/${chapterIds[0] ?? ''}`);
  const novel = await page.locator('.reader .back').first().getAttribute('href');
  await page.goto(novel ?? '');
  await page.getByRole('button', { name: 'Télécharger' }).click();
  const panel = page.getByRole('dialog', { name: /Lire sans connexion/ });
  await panel
    .getByRole('button', { name: /^Télécharger\s:/ })
    .first()
    .click();
  await expect(panel).toContainText(/2\schapitres sur cet appareil/, { timeout: 60_000 });
  await page.context().setOffline(true);
  for (const chapterId of chapterIds) {
    await page.goto(`/chapter/${chapterId}`);
    const picture = page.locator('.chapter-text').getByRole('img', { name: 'Un carré rouge' });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
      .toBe(64);
  }
  await page.context().setOffline(false);
});
