import { expect, type Page } from 'playwright/test';

/** The author's area as its author walks through it. */
export const editorText = (page: Page) => page.getByRole('textbox', { name: 'Texte du chapitre' });
export const chapterTitle = (page: Page) => page.getByLabel('Titre du chapitre');
export const saved = (page: Page) => page.getByText('Enregistré', { exact: true });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Fil d’Ariane' });

/** Makes a novel by its form; ends on its list of chapters. */
export async function makeNovel(page: Page, title: string): Promise<void> {
  await page.goto('/my-novels?vue=nouveau');
  await page.getByLabel('Titre').fill(title);
  await page.getByRole('button', { name: 'Créer le roman' }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
}

/** Writes one more chapter of the novel whose chapters are listed; ends in the editor, saved. */
export async function writeChapter(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Écrire un chapitre' }).click();
  await chapterTitle(page).fill(title);
  await chapterTitle(page).press('Enter');
  await page.keyboard.insertText(text);
  await expect(page.getByText('Enregistrement…')).toBeVisible();
  await expect(saved(page)).toBeVisible();
}

/** Publishes the chapter that is in the editor. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Publi(er|cation)…$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(page.getByText(/est publié\.$/)).toBeVisible();
}

/** From a screen of a novel back to its chapters. */
export async function backToChapters(page: Page, novel: string): Promise<void> {
  await trail(page).getByRole('link', { name: novel }).click();
  await expect(page.getByRole('heading', { level: 2, name: novel })).toBeVisible();
}

/** The id that the address names: of the novel, or of the chapter in the editor. */
export function idInAddress(page: Page, name: 'roman' | 'chapitre'): string {
  const id = new URL(page.url()).searchParams.get(name);
  if (id === null) throw new Error(`${page.url()} names no ${name}`);
  return id;
}

/** Pastes as a browser does: both kinds of text, at the cursor. */
export async function paste(page: Page, html: string, plain: string): Promise<void> {
  await editorText(page).evaluate(
    (element, [rich, bare]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', rich);
      clipboardData.setData('text/plain', bare);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [html, plain] as const,
  );
}
