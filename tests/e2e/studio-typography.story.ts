import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { editorText, openChapter, paste } from './studio.ts';
import { spelled } from '#tests/lib/shared/text/typography-examples.ts';

const tool = (page: Page) => page.getByRole('button', { name: 'Relire la typographie' });
const undo = (page: Page) => page.getByRole('button', { name: 'Annuler', exact: true });
/** What the last act did. */
const told = (page: Page) => page.getByRole('status').filter({ hasText: /Annuler/ });
/** Of the text, with its spaces as the examples write them; it does not wait. */
const textNow = async (page: Page) => spelled((await editorText(page).textContent()) ?? '');

test('what is pasted is set; undone once it is as it was copied, twice it is gone @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Copies', { title: 'Un', text: 'Avant ?' });
  await page.keyboard.press('Enter');
  await paste(page, '<p>— L\'eau ?</p><p>Elle dit "oui".</p>', '');
  await expect(told(page)).toHaveText(
    'Collé avec 5\u00A0corrections typographiques. «\u00A0Annuler\u00A0» les retire.',
  );
  expect(await textNow(page)).toBe('Avant ?—^L’eau_?Elle dit «_oui_».');
  await undo(page).click();
  expect(await textNow(page)).toBe('Avant ?— L\'eau ?Elle dit "oui".');
  await undo(page).click();
  await expect(editorText(page)).not.toContainText('eau');
  await paste(page, '<p>Rien à dire.</p>', '');
  await expect(editorText(page)).toContainText('Rien à dire.');
  await expect(told(page)).toHaveCount(0);
});

test('a text in another language has no such tool, and keeps what is pasted @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  const chapter = { title: 'One', text: 'Well ? ' };
  await openChapter(page, author, 'Elsewhere', chapter, { language: 'en' });
  await expect(page.getByRole('toolbar').getByRole('button')).toHaveCount(6);
  await expect(tool(page)).toHaveCount(0);
  await paste(page, '<p>He said "yes" !</p>', '');
  await expect(editorText(page)).toContainText('He said "yes" !');
});
