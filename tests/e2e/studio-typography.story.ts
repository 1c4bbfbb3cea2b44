import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { editorText, openChapter, paste, saved } from './studio.ts';
import { spelled } from '#tests/lib/shared/typography-examples.ts';

const tool = (page: Page) => page.getByRole('button', { name: 'Typographie française' });
const undo = (page: Page) => page.getByRole('button', { name: 'Annuler', exact: true });
const told = (page: Page) => page.getByRole('status').filter({ hasText: /corr/ });
/** Of the text, with its spaces as the examples write them; it does not wait. */
const textNow = async (page: Page) => spelled((await editorText(page).textContent()) ?? '');

const written = 'L\'eau ? dit "Paul"... à M. Tissot';
const set = 'L’eau_? dit «_Paul_»… à~M.~Tissot';

test('an author sets a text by French typography, and takes it back in one step @bureau', async ({
  page,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Espaces', { title: 'Un', text: written });
  await page.keyboard.insertText(' ; ici');
  await tool(page).click();
  await expect(told(page)).toHaveText('7\u00A0corrections typographiques.');
  await expect(told(page)).toBeInViewport({ ratio: 1 });
  await expect(tool(page)).toBeInViewport({ ratio: 1 });
  expect(await textNow(page)).toBe(`${set}_; ici`);
  await axe();
  await expect(saved(page)).toBeVisible();

  // The cursor stays where it was.
  await expect(editorText(page)).toBeFocused();
  await page.keyboard.insertText(' même');
  expect(await textNow(page)).toBe(`${set}_; ici même`);
  await expect(told(page)).toHaveCount(0);
  await undo(page).click();
  await undo(page).click();
  expect(await textNow(page)).toBe(`${written} ; ici`);

  await tool(page).click();
  await expect(told(page)).toHaveText('7\u00A0corrections typographiques.');
  await tool(page).click();
  await expect(told(page)).toHaveText('Rien à corriger.');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(editorText(page)).toContainText('ici');
  expect(await textNow(page)).toBe(`${set}_; ici`);
});

test('what is pasted is set; undone once it is as it was copied, twice it is gone @bureau', async ({
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

test('a text in another language has no such tool, and keeps what is pasted @variante', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  const chapter = { title: 'One', text: 'Well ? ' };
  await openChapter(page, author, 'Elsewhere', chapter, { language: 'en' });
  await expect(page.getByRole('toolbar').getByRole('button')).toHaveCount(11);
  await expect(tool(page)).toHaveCount(0);
  await paste(page, '<p>He said "yes" !</p>', '');
  await expect(editorText(page)).toContainText('He said "yes" !');
});
