import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getChapterPage, type PublicChapterBody } from '#shared/contracts/chapters.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, holds, isOffline } from '../world/forged-server.ts';

const novelId = '01930000-0000-7000-8000-000000000001';
const instant = '2026-11-21T12:00:00.000Z';
const panel = page.getByRole('dialog', { name: /^Sommaire/ });
const rows = panel.getByRole('listitem');
const place = document.createElement('main');

beforeEach(() => {
  // The parts of a chapter's page that the panel reads; constant.
  place.innerHTML = `<button>Ouvrir</button><article class="reader" data-novel="${novelId}">
    <header class="reader-header"><a class="back" href="/novel/x">Un roman</a></header></article>`;
  document.body.prepend(place);
});

afterEach(async () => {
  await userEvent.keyboard('{Escape}');
  place.remove();
});

async function openList(): Promise<void> {
  // It is put into the page when it comes.
  const { open } = await import('#islands/reader/chapters/ChapterPanel.tsx');
  const opener = place.querySelector('button');
  if (opener) open(opener);
}

/** The novel has so many chapters, all on the first page. */
function has(total: number): void {
  const chapters = Array.from({ length: total }, (_, index): PublicChapterBody => {
    const isPremium = index === 2;
    return {
      _id: `01930000-0000-7000-8000-00000000010${index}`,
      novelId,
      part: null,
      chapterNumber: index + 1,
      title: `Marche ${index + 1}`,
      wordCount: 1,
      views: 0,
      likes: 0,
      likedBy: [],
      bookmarkedBy: [],
      commentCount: 0,
      isPremium,
      requiresUnlock: isPremium,
      isUnlocked: false,
      isLocked: isPremium,
      creditCost: 1,
      createdAt: instant,
      publishedAt: instant,
      updatedAt: instant,
    };
  });
  const parts = [{ title: null, chapters: total }];
  answers(getChapterPage, { chapters, page: 1, total, parts });
}

test('says that it loads, and why it does not, with a way to try again', async () => {
  has(3);
  const { release } = holds(getChapterPage);
  await openList();
  await expect.element(panel.getByText('Chargement...')).toBeVisible();
  await axeEverywhere();
  release();
  await expect.element(rows.first()).toHaveTextContent('1 Marche 1');
  await userEvent.keyboard('{Escape}');

  isOffline(getChapterPage);
  await openList();
  await expect.element(panel.getByRole('alert')).toBeVisible();
  await axeEverywhere();
  has(3);
  await panel.getByRole('button', { name: 'Réessayer' }).click();
  await expect.element(rows.last().getByText('Marche 3', { exact: true })).toBeVisible();
  await expect.element(panel.getByRole('status')).toHaveTextContent('3 chapitres');
});

test('keeps the chosen order, and what is read of each place in it', async () => {
  has(3);
  await openList();
  await expect.element(rows.first().getByText('Marche 1', { exact: true })).toBeVisible();
  await expect.element(panel.getByRole('searchbox')).not.toBeInTheDocument();
  await panel.getByRole('button', { name: 'Décroissant' }).click();
  await expect.element(rows.first().getByText('Marche 3', { exact: true })).toBeVisible();
  await expect.element(rows.first()).toHaveAttribute('aria-posinset', '1');
  await userEvent.keyboard('{Escape}');
  await openList();
  await expect.element(rows.first().getByText('Marche 3', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Croissant', exact: true }).click();
});
