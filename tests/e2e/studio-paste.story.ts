import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { editorText, openChapter, paste, saved } from './studio.ts';
import { sources } from '#tests/islands/studio/paste/sources.ts';

const report = (page: Page) => page.getByRole('region', { name: /gardés?$/ });
const undo = (page: Page) => page.getByRole('button', { name: 'Annuler', exact: true });

const fromWord = sources.word.frame(
  `<p class=MsoNormal>${'Un long début. '.repeat(150)}</p>
<p class=MsoNormal>Il dit <i>non</i> et <u>partit</u>.</p>
<p class=MsoListParagraph>Un point</p>
<p class=MsoNormal>Voir <a href="https://exemple.fr/">ce lien</a>.</p>`,
);

test('a paste says what it lost and leads to each place; undone, there is nothing to say', async ({
  page,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Pertes', { title: 'Un', text: 'Avant.' });
  await page.keyboard.press('Enter');
  await paste(page, fromWord, '');
  const lost = report(page);
  await expect(lost.getByRole('heading')).toHaveText('3\u00A0éléments n’ont pas été gardés');
  await expect(lost).toBeInViewport({ ratio: 1 });
  await expect(lost.getByRole('listitem')).toHaveText([
    /^Souligné .*partit/,
    /^Liste .*Un point/,
    /^Lien .*https:\/\/exemple\.fr/,
  ]);
  await axe();
  await lost.getByRole('button', { name: /^Aller au passage\s:\sLien/ }).click();
  await expect(editorText(page)).toBeFocused();
  await expect(editorText(page).getByText('Voir ce lien.')).toBeInViewport({ ratio: 1 });
  await page.keyboard.insertText('bien ');
  await expect(editorText(page)).toContainText('Voir bien ce lien.');
  await expect(lost).toHaveCount(1);
  await undo(page).click();
  await undo(page).click();
  await expect(editorText(page)).toHaveText('Avant.');
  await expect(lost).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
});
