import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NovelPrice } from '#islands/novel-price/NovelPrice.tsx';
import { getNovelPrice, unlockNovel } from '#shared/contracts/unlock.ts';
import { creditCatalogues } from '#shared/money/credit-packs.ts';
import type { PricedPack } from '#shared/money/price-in-euros.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const draw = (packs: readonly PricedPack[] = creditCatalogues.terms) =>
  render(
    <NovelPrice novelId={crypto.randomUUID()} price={{ chapters: 5, credits: 7 }} packs={packs} />,
  );
const line = (part: string) =>
  page.getByRole('button', { name: new RegExp(`^Déverrouiller cette partie «\\s+${part}\\s+»`) });
const second = { part: 'Livre II', chapters: 2, credits: 4 };
const prices = (chapters: number, credits: number) => ({
  title: 'Le roman',
  chapters: chapters + 3,
  credits: credits + 5,
  parts: [{ part: 'Livre I', chapters, credits }, second],
});

/** The parts' places, which are in the page before the island is. */
const list = document.createElement('section');
beforeEach(() => {
  signIn({ credits: 20 });
  list.className = 'chapters';
  // Static HTML of this test, as the page has it.
  list.innerHTML = `
    <h2>Livre I</h2><div class="part-offer" data-part="Livre I"></div>
    <h2>Livre II</h2><div class="part-offer" data-part="Livre II"></div>`;
  document.body.append(list);
});
afterEach(() => list.remove());

test('each part has its price under its title, and is unlocked from there', async () => {
  answers(getNovelPrice, prices(2, 2));
  answers(unlockNovel, () => {
    answers(getNovelPrice, prices(0, 0));
    return { remainingCredits: 18, chapterIds: [crypto.randomUUID(), crypto.randomUUID()] };
  });
  await draw();
  await expect.element(line('Livre II')).toMatchTextContent(/: 2\s+chapitres, 4\s+crédits$/);
  await axeEverywhere();
  await line('Livre I').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirmer pour 2/ })
    .click();
  const told = page.getByText(/^2\s+chapitres déverrouillés\.$/);
  await expect.element(told).toHaveFocus();
  expect(bodiesOf(unlockNovel)).toEqual([{ credits: 2, part: 'Livre I' }]);
  await expect.poll(() => line('Livre I').elements()).toEqual([]);
  await expect.element(line('Livre II')).toBeVisible();
  await axeEverywhere();
});

test('a part that is open says so, and one without a price says nothing', async () => {
  answers(getNovelPrice, { ...prices(0, 0), parts: [{ ...second, chapters: 0, credits: 0 }] });
  await draw();
  await expect.element(page.getByText('Tous ses chapitres vous sont ouverts.')).toBeVisible();
  expect(document.querySelector('[data-part="Livre I"]')?.textContent).toBe('');
  await axeEverywhere();
});

test('where nothing is sold a price has no euros, and no way to buy what is missing', async () => {
  const soon = /Ils le seront bientôt\.$/;
  signIn({ credits: 3 });
  answers(getNovelPrice, prices(2, 2));
  await draw([]);
  await expect.element(page.getByText(soon)).toBeVisible();
  await expect.element(page.getByText(/^Il vous manque 4\s+crédits pour cela\.$/)).toBeVisible();
  await page.getByRole('button', { name: /^Déverrouiller tous/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(soon)).toBeVisible();
  await expect.element(dialog).not.toMatchTextContent(/environ/);
  expect(page.getByText('Acheter des crédits').elements()).toEqual([]);
  await axeEverywhere();
});
