import '#islands/studio/studio.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import FiguresScreen from '#islands/studio/figures/FiguresScreen.tsx';
import { lastDays } from '#islands/studio/figures/periods.ts';
import { getNovelPeriod } from '#shared/contracts/figures-period.ts';
import {
  getNovelFigures,
  getStudioNovel,
  type NovelFiguresBody,
} from '#shared/contracts/studio-novels.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { studioNovel } from '../world/studio-novel.ts';

const day = { novelViews: 0, views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 };
const nothing = { ...day, readers: 0 };
const today = '2026-11-21';
const totals = { ...nothing, favorites: 0, ratingAvg: null, ratingCount: 0, creditsEarned: 150 };
const sums = { ...nothing, netCents: 0 };
const period = {
  ...lastDays(today, 30),
  sums,
  days: [],
  origins: [],
  conversions: [],
  cohorts: [],
  before: { from: '2026-09-23', to: '2026-10-22', sums },
};
const chapter = (number: number, readers: number, readersWhoWentOn: number | null) => ({
  views: 1234,
  likes: 5,
  comments: 6,
  unlocks: 7,
  creditsEarned: 8,
  _id: crypto.randomUUID(),
  chapterNumber: number,
  title: `Titre ${number}`,
  isPublished: true,
  publishedAt: '2026-10-01T00:00:00.000Z',
  readers,
  readersWhoWentOn,
});

type Given = { isDraft?: boolean; chapters?: NovelFiguresBody['chapters'] };

async function draw(given: Given = {}, onPeriod = () => answers(getNovelPeriod, period)) {
  signIn({ role: 'author' });
  const { isDraft = false, chapters = [] } = given;
  const novel = studioNovel({ isDraft });
  answers(getStudioNovel, novel);
  answers(getNovelFigures, { totals, today, chapters });
  onPeriod();
  await render(
    <main>
      <h1>Espace auteur</h1>
      <FiguresScreen novelId={novel._id} period={null} />
    </main>,
  );
}

test('the sums say that they are of all days, apart from those of the period', async () => {
  await draw();
  const always = page.getByRole('region', { name: 'Depuis le début' });
  await expect.element(always).toMatchTextContent(/Crédits gagnés\s*150/);
  const compared = page.getByRole('region', { name: 'Période comparée' });
  const credits = page.getByRole('rowheader', { name: 'Crédits', exact: true });
  await expect
    .element(compared.getByRole('row').filter({ has: credits }))
    .toMatchTextContent(/^Crédits0/);
  await axeEverywhere();
});

test('a chapter has its readers, and how many of them read the next, beside its figures', async () => {
  await draw({ chapters: [chapter(1, 94, 34), chapter(2, 0, 0), chapter(3, 50, null)] });
  const cellsOf = async (name: string) => {
    const header = page.getByRole('rowheader', { name });
    const row = page.getByRole('row').filter({ has: header });
    await expect.element(row).toBeVisible();
    const cells = row.getByRole('cell').elements();
    return cells.map((cell) => cell.textContent.replaceAll(/\s/g, ' '));
  };
  expect(await cellsOf('1. Titre 1')).toEqual(['1 234', '94', '34 (36 %)', '5', '6', '7', '8']);
  expect(await cellsOf('2. Titre 2')).toEqual(['1 234', '0', '0', '5', '6', '7', '8']);
  expect(await cellsOf('3. Titre 3')).toEqual(['1 234', '50', '–', '5', '6', '7', '8']);
  await axeEverywhere();
});

test('links lead to the parts, and are no steps of the way back', async () => {
  const links = page.getByRole('navigation', { name: 'Parties de cet écran' });
  await draw();
  await expect.element(page.getByRole('heading', { name: 'Qui revient' })).toBeVisible();
  const steps = history.length;
  for (const link of links.getByRole('link').elements()) {
    await userEvent.click(link);
    const heading = document.querySelector(link.getAttribute('href') ?? '');
    await expect.element(page.elementLocator(heading ?? document.body)).toHaveFocus();
    expect(heading).toMatchTextContent(/./);
  }
  expect(history.length).toBe(steps);
});

test('of a period that cannot be loaded the other parts are there, with links to them alone', async () => {
  await draw({}, () => refuses(getNovelPeriod, 'NOT_FOUND'));
  const links = page.getByRole('navigation', { name: 'Parties de cet écran' });
  await expect.element(links).toMatchTextContent('PériodeDepuis le débutPar chapitreTableaux');
  await expect.element(page.getByRole('region', { name: 'Depuis le début' })).toBeVisible();
});

test('a novel that never came out has no sums of nothing', async () => {
  await draw({ isDraft: true });
  await expect
    .element(page.getByText('Les courbes viendront avec le premier chapitre publié.'))
    .toBeVisible();
  await expect.element(page.getByText('Depuis le début')).not.toBeInTheDocument();
  await axeEverywhere();
});
