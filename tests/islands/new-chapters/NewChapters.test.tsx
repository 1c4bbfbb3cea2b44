import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { NewChapters } from '#islands/new-chapters/NewChapters.tsx';
import { listNewChapters } from '#shared/contracts/new-chapters.ts';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { answers, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const draw = () =>
  render(
    <main>
      <NewChapters />
    </main>,
  );

const news = (count: number, title: string) => ({
  novelId: crypto.randomUUID(),
  slug: 'x',
  title,
  count,
  first: { _id: '01930000-0000-7000-8000-000000000003', chapterNumber: 4, title: 'Marche' },
  announcement: null,
  latestAt: '2026-11-21T12:00:00.000Z',
});

test('each novel with new chapters is one link to the first of them', async () => {
  signIn();
  answers(listNewChapters, [news(12, 'La Tour'), news(1, 'L’Encre')]);
  const screen = await draw();
  await expect
    .element(screen.getByRole('link', { name: /^La Tour : 12 nouveaux chapitres$/ }))
    .toHaveAttribute('href', '/chapter/01930000-0000-7000-8000-000000000003');
  await expect
    .element(screen.getByRole('link', { name: /^L’Encre : 1 nouveau chapitre$/ }))
    .toBeVisible();
  await axeEverywhere();
});

test('an announcement is named and not counted, and leads to itself without a new chapter', async () => {
  signIn();
  const announcement = { _id: '01930000-0000-7000-8000-000000000009', title: 'Une pause' };
  answers(listNewChapters, [
    { ...news(2, 'La Tour'), announcement },
    { ...news(0, 'L’Encre'), first: null, announcement },
  ]);
  const screen = await draw();
  await expect
    .element(screen.getByRole('link', { name: /^La Tour : 2 nouveaux chapitres, une annonce$/ }))
    .toHaveAttribute('href', '/chapter/01930000-0000-7000-8000-000000000003');
  await expect
    .element(screen.getByRole('link', { name: /^L’Encre : une annonce$/ }))
    .toHaveAttribute('href', `/novel/x/annonce/${announcement._id}`);
  await axeEverywhere();
});

test('who has no news reads so in one line', async () => {
  signIn();
  answers(listNewChapters, []);
  const screen = await draw();
  await expect
    .element(screen.getByRole('region', { name: 'Nouveaux chapitres' }))
    .toMatchTextContent('Rien de nouveau dans ce que vous suivez.');
  await axeEverywhere();
});

test('new chapters that cannot be loaded leave one line', async () => {
  expectMessage(/^new chapters: 500 INTERNAL$/);
  signIn();
  refuses(listNewChapters, 'INTERNAL');
  const screen = await draw();
  await expect
    .element(screen.getByRole('region', { name: 'Nouveaux chapitres' }))
    .toMatchTextContent('Ils n’ont pas pu être chargés.');
});
