/** What the films of an author's screens share (`film.ts`). */
import { expect, type Page } from 'playwright/test';
import type { OwnNovel } from './own-novels-door.ts';
import { addNovel } from './studio.ts';

/** A message of the page says this. */
export const said = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
/** The open dialog. */
export const dialog = (page: Page) => page.getByRole('dialog');
/** The bar of the chosen chapters. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Chapitres choisis' });
/** Begins what the bar offers, in its dialog. */
export async function begin(page: Page, action: string): Promise<void> {
  await bar(page).getByLabel('Action').selectOption({ label: action });
  await bar(page).getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog(page)).toBeVisible();
}
/** The chapters of an author’s list. */
export const rows = (page: Page) =>
  page.getByRole('region', { name: 'Chapitres' }).getByRole('article');

/** Of the chapters of `lighthouse`. */
export const titles = [
  'La lampe',
  'Le brouillard descend sur le port',
  'Où l’on apprend que le gardien du phare n’avait pas dit toute la vérité sur la nuit du naufrage',
  'Le naufrage',
  'Une lettre',
  'La marée',
  'Le retour',
];
/** A chapter’s paragraph. */
export const prose =
  'Le clocher sonna deux fois, et la lampe du phare s’éteignit sans bruit. '.repeat(24);

/** A novel with published, premium and draft chapters. */
export async function lighthouse(
  page: Page,
  author: { id: string },
  title = 'Le Phare de Kerlaz',
): Promise<OwnNovel> {
  return addNovel(
    page,
    author,
    title,
    titles.map((name, index) => ({
      title: name,
      text: prose,
      isPublished: index < 4,
      isPremium: index > 1 && index < 5,
    })),
  );
}
