import '#islands/studio/studio.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import FiguresScreen from '#islands/studio/figures/FiguresScreen.tsx';
import { lastDays } from '#islands/studio/figures/periods.ts';
import { studioLimits } from '#shared/constants.ts';
import { getNovelPeriod } from '#shared/contracts/figures-period.ts';
import { getNovelFigures, getStudioNovel } from '#shared/contracts/studio-novels.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { studioNovel } from '../world/studio-novel.ts';

const day = { novelViews: 0, views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 };
const nothing = { ...day, readers: 0 };
const today = '2026-11-21';
const days = Array.from({ length: studioLimits.figuresDays }, (_, index) => ({
  day: lastDays(today, studioLimits.figuresDays - index).from,
  ...day,
}));

test('the sums say that they are of all days, apart from those of the period', async () => {
  signIn({ role: 'author' });
  const novel = studioNovel();
  answers(getStudioNovel, novel);
  answers(getNovelFigures, {
    totals: { ...nothing, favorites: 0, ratingAvg: null, ratingCount: 0, creditsEarned: 150 },
    days,
    chapters: [],
  });
  const sums = { ...nothing, netCents: 0 };
  answers(getNovelPeriod, {
    ...{ ...lastDays(today, 30), sums, days: [], origins: [], conversions: [], cohorts: [] },
    before: { from: '2026-09-23', to: '2026-10-22', sums },
  });
  await render(
    <main>
      <h1>Espace auteur</h1>
      <FiguresScreen novelId={novel._id} period={null} />
    </main>,
  );
  const always = page.getByRole('region', { name: 'Depuis le début' });
  await expect.element(always).toMatchTextContent(/Crédits gagnés\s*150/);
  const period = page.getByRole('region', { name: 'Une période' });
  const credits = page.getByRole('rowheader', { name: 'Crédits', exact: true });
  await expect
    .element(period.getByRole('row').filter({ has: credits }))
    .toMatchTextContent(/^Crédits0/);
  await axeEverywhere();
});
