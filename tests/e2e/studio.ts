import { expect, type Page } from 'playwright/test';
import { knock } from './challenges.ts';
import type { SignedInPerson } from './control.ts';
import { ownNovel, type OwnNovel, type WantedOwnNovel } from './own-novels-door.ts';

/** The author's area as its author walks through it. */
export const editorText = (page: Page) => page.getByRole('textbox', { name: 'Texte du chapitre' });
export const chapterTitle = (page: Page) => page.getByLabel('Titre du chapitre');
export const saved = (page: Page) => page.getByText('Enregistré', { exact: true });
const trail = (page: Page) => page.getByRole('navigation', { name: 'Fil d’Ariane' });

type WantedChapter = {
  title: string;
  text: string;
  isPublished?: boolean;
  isPremium?: boolean;
};
type More = Pick<WantedOwnNovel, 'language'>;

/** Makes a novel of this author's, whose chapters have one paragraph each. Opens no page. */
export async function addNovel(
  page: Page,
  { id: userId }: Pick<SignedInPerson, 'id'>,
  title: string,
  chapters: readonly WantedChapter[] = [],
  more: More = {},
): Promise<OwnNovel> {
  const written = chapters.map(({ text, ...chapter }) => ({ ...chapter, html: `<p>${text}</p>` }));
  const wanted: WantedOwnNovel = { ...more, title, chapters: written };
  return ownNovel.parse(await knock(page, 'own-novel', { userId, ...wanted }));
}

/** The same with its chapters listed. */
export async function openNovel(...wanted: Parameters<typeof addNovel>): Promise<OwnNovel> {
  const [page, , title] = wanted;
  const novel = await addNovel(...wanted);
  await page.goto(`/my-novels?roman=${novel.novelId}`);
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  return novel;
}

/** Makes a novel with this chapter, which is in the editor then; the cursor stands at its end. */
export async function openChapter(
  page: Page,
  author: Pick<SignedInPerson, 'id'>,
  novel: string,
  chapter: WantedChapter,
  more: More = {},
): Promise<void> {
  const { novelId, chapterIds } = await addNovel(page, author, novel, [chapter], more);
  await page.goto(`/my-novels?roman=${novelId}&chapitre=${chapterIds[0] ?? ''}`);
  await editorText(page).focus();
  // ProseMirror puts its own selection back 20 ms after it got the focus; timers end in order.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
  await editorText(page).press('Control+End');
  await caretKnown(page);
}

/** ProseMirror learns of the caret from an event that may come as late as the frame after the next. */
export async function caretKnown(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
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

/** The button of a chapter's menu in its author's list. */
export const menuButton = (page: Page, title: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .locator('summary');

/** Opens that menu and presses one of its entries. */
export async function chooseOf(page: Page, title: string, entry: string): Promise<void> {
  await menuButton(page, title).click();
  await page.locator('.row-menu-panel').getByText(entry, { exact: true }).click();
}

/** Shows the fields that find and sort chapters, which a phone keeps behind a button. */
export async function showFields(page: Page): Promise<void> {
  const fields = page.locator('.show-tools[aria-expanded="false"]');
  if (await fields.isVisible()) await fields.click();
}

/** The button of the menu about all chapters of the novel whose chapters are listed. */
export const novelMenu = (page: Page) => page.locator('.chapter-acts summary');

/** Opens that menu and presses one of its entries. */
export async function chooseOfNovel(page: Page, entry: string): Promise<void> {
  await novelMenu(page).click();
  await page.locator('.row-menu-panel').getByText(entry, { exact: true }).click();
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

/** Pastes as a browser does: all kinds of text, at the cursor. */
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
