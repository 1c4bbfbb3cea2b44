import { expect, test } from './fixtures.ts';
import { openNovel } from './studio.ts';

test('an author compares an earlier version with the text of today, and takes it back', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Le phare', [{ title: 'Un', text: 'La mer montait lentement.' }]);
  await page.getByRole('link', { name: 'Un', exact: true }).click();
  const text = page.locator('.editor-text [contenteditable="true"]');
  await page.getByRole('button', { name: 'Publier…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Publication…' })).toBeVisible();
  await text.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('La nuit montait lentement.');
  await expect(page.getByText('Enregistré', { exact: false }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
  const online = page.getByRole('listitem').filter({ hasText: 'En ligne' });
  const compare = online.getByRole('link', { name: /^Comparer/ });
  await compare.click();
  await expect(page.getByText('1 mot ajouté, 1 mot retiré.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Comparer' })).toHaveCount(0);
  await page.goBack();
  await expect(compare).toBeFocused();
  await compare.click();
  await expect(page.getByText('1 mot ajouté, 1 mot retiré.')).toBeVisible();
  await expect(page.locator('.version-text del')).toHaveText('mer');
  await expect(page.locator('.version-text ins')).toHaveText('nuit');
  const widths = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await page.getByRole('button', { name: 'Reprendre cette version' }).click();
  await expect(text).toContainText('La mer montait lentement.');
  await expect(page.getByRole('status').filter({ hasText: /^La version du/ })).toContainText(
    'Les lecteurs ne la verront qu’après «\u00A0Publication…\u00A0».',
  );
});
