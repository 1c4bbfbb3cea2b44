import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  caretKnown,
  editorText,
  idInAddress,
  openChapter,
  paste,
  publish,
  saved,
} from './studio.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(?:Nouvelle n|N)ote$/ });
const words = (page: Page) => dialog(page).getByRole('textbox', { name: 'Texte de la note' });
const marks = (page: Page) => editorText(page).locator('sup[data-note]');

/** As Word 365 puts a footnote on the clipboard, shortened. */
const fromWord = `<html><body lang=FR><!--StartFragment-->
<p class=MsoNormal>La halle<a style='mso-footnote-id:ftn1' href="file:///C:/textes/a.htm#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference>[1]</span></a> brûle.</p>
<div style='mso-element:footnote-list'><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1>
<p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="file:///C:/textes/a.htm#_ftnref1" name="_ftn1" title=""><span>[1]</span></a> Démolie <i>en 1854</i>.</p></div></div>
<!--EndFragment--></body></html>`;

test('an author adds a note, edits it after a reload, and removes it @desktop @variant', async ({
  page,
  request,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Notes à moi', { title: 'Un', text: 'La halle aux draps' });
  await page.keyboard.press('Control+Alt+f');
  await expect(words(page)).toBeFocused();
  await page.keyboard.insertText('Un marché couvert.');
  await axe();
  await dialog(page).getByRole('button', { name: 'Insérer la note' }).click();
  // What ProseMirror puts beside a note takes no room in its line.
  const heights = await editorText(page)
    .locator('img.ProseMirror-separator')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights).toEqual(heights.map(() => 0));
  await page.keyboard.insertText(' brûle.');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(editorText(page)).toContainText('La halle aux draps brûle.');
  await marks(page).click();
  await expect(words(page)).toHaveText('Un marché couvert.');
  await page.keyboard.press('Control+End');
  await caretKnown(page);
  await page.keyboard.press('Control+i');
  await page.keyboard.insertText(' Démoli.');
  await dialog(page).getByRole('button', { name: 'Enregistrer la note' }).click();
  await expect(saved(page)).toBeVisible();
  await publish(page);
  const address = `/chapter/${idInAddress(page, 'chapitre')}`;
  const scrambled = await (await request.get(address)).text();
  const html = scrambled.replaceAll(/<([biqsu]) hidden[^>]*>[^<]*<\/\1>/g, '');
  expect(html).toMatch(/halle aux draps<sup><a id="appel-1"/);
  expect(html).toMatch(/<p>Un marché couvert\.<em> ?Démoli\.<\/em><\/p><\/aside>/);

  await marks(page).click();
  await dialog(page).getByRole('button', { name: 'Supprimer la note' }).click();
  await expect(marks(page)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(editorText(page)).toContainText('La halle aux draps brûle.');
  await expect(marks(page)).toHaveCount(0);
});

test('pasted footnotes become notes, a numbered table of contents does not @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'Sommaire collé', { title: 'Un', text: 'Avant. ' });
  await page.keyboard.press('Enter');
  const contents = [1, 2, 3].map((part) => `<a href="#p${part}">${part}</a>`).join(' ');
  const long = 'Une phrase de plus. '.repeat(250);
  const many = '<p>Un alinéa.</p>'.repeat(8);
  const parts =
    '<div id="p1"><h2>Partie une</h2><p>Courte.</p></div>' +
    `<div id="p2"><p>${long}</p></div><div id="p3">${many}</div>`;
  await paste(page, `<p>Sommaire ${contents}</p>${parts}`, 'Sommaire');
  await expect(editorText(page)).toContainText('Partie une');
  await expect(editorText(page)).toContainText('Une phrase de plus.');
  await expect(editorText(page)).toContainText('Un alinéa.');
  await expect(marks(page)).toHaveCount(0);

  await page.keyboard.press('Enter');
  await paste(page, fromWord, 'La halle');
  await expect(marks(page)).toHaveAttribute('data-note', '<p>Démolie <em>en 1854</em>.</p>');
  await expect(editorText(page)).not.toContainText('[1]');
  await expect(editorText(page)).toContainText('La halle brûle.');
  await expect(saved(page)).toBeVisible();
});

test('a note being written when another tab signs out is kept in the text @desktop @variant', async ({
  page,
  context,
  signInAs,
}) => {
  const { id } = await signInAs({ role: 'author' });
  await openChapter(page, { id }, 'Note sauvée', { title: 'Un', text: 'La halle' });
  await expect(saved(page)).toBeVisible();
  const address = page.url();
  await page.keyboard.press('Control+Alt+f');
  await expect(words(page)).toBeFocused();
  await page.keyboard.insertText('Un marché couvert.');
  const other = await context.newPage();
  await other.goto('/mentions-legales');
  await other.evaluate(() => localStorage.removeItem('auth_token'));
  await expect(page).toHaveURL(/motif=brouillon/);
  await signInAs({ id, role: 'author' });
  await page.goto(address);
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await expect(marks(page)).toHaveAttribute('data-note', '<p>Un marché couvert.</p>');
});
