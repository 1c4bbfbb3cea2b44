import '#islands/studio/studio.css';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChapterActs } from '#islands/studio/novel-head/ChapterActs.tsx';
import { nextOut } from '#islands/studio/novel-head/NovelSummary.tsx';
import { NovelScreenHead } from '#islands/studio/novel-head/NovelScreenHead.tsx';
import { NovelSummary } from '#islands/studio/novel-head/NovelSummary.tsx';
import { waitingWords } from '#islands/studio/novel-head/waiting.ts';
import { getRecentViews, type StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { NovelRole } from '#shared/site/novel-powers.ts';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { answers, isOffline } from '../world/forged-server.ts';

const days = Array.from({ length: 30 }, (_, index) => ({
  day: `2026-11-${String(index + 1).padStart(2, '0')}`,
  views: index === 11 ? 60 : 1,
}));
const scheduled = (chapterNumber: number, publishedAt: string) =>
  ({ status: 'scheduled', chapterNumber, publishedAt }) as StudioChapterBody;
const evening = scheduled(12, '2026-11-30T17:00:00.000Z');
const none = { answer: 0, approval: 0, typos: 0 };

async function draw(role: NovelRole, more: Partial<StudioNovelBody> = {}) {
  const novel = {
    _id: '019a0000-0000-7000-8000-000000000001',
    title: 'L’Encre',
    slug: 'l-encre',
    role,
    authorName: 'Mathilde',
    genres: [],
    coverImage: null,
    status: 'ongoing',
    isDraft: false,
    isFeatured: false,
    isOffered: false,
    waiting: { answer: 2, approval: 0, typos: 1 },
    ...more,
  } as unknown as StudioNovelBody;
  const nothing = () => undefined;
  await render(
    <main className="studio">
      <NovelScreenHead novelId={novel._id} novel={novel} screen="chapters" />
      <NovelSummary novel={novel} chapters={[evening]}>
        <ChapterActs
          novel={novel}
          count={2}
          mayImport={true}
          isOrdering={false}
          ref={{ current: null }}
          onOrder={nothing}
          onFree={nothing}
        />
      </NovelSummary>
    </main>,
  );
}
const screens = () =>
  page
    .getByRole('navigation', { name: /^Écrans de/ })
    .getByRole('link')
    .elements()
    .map((link) => link.textContent.replace(/\d.*/, ''));

describe('the head of a novel', () => {
  test('says what was seen, what comes out next and what waits', async () => {
    answers(getRecentViews, { days });
    vi.setSystemTime('2026-11-30T12:00:00.000Z');
    await draw('owner');
    await expect.element(page.getByRole('link', { name: /^89\svues en 30\sjours$/ })).toBeVisible();
    const text = () => page.getByRole('main').element().textContent.replaceAll('\u00A0', ' ');
    expect(text()).toContain('au plus 60 le 12 novembre 2026, 1 aujourd’hui');
    expect(text()).toContain('Prochaine parution : lundi 30 novembre à 18:00, chapitre 12');
    vi.useRealTimers();
    await expect
      .element(page.getByRole('link', { name: /^2\scommentaires sans réponse, 1\scoquille$/ }))
      .toHaveAttribute('href', expect.stringContaining('vue=messages&filtre=sans-reponse'));
    await axeEverywhere();
  });

  test('is whole without the plot', async () => {
    isOffline(getRecentViews);
    expectMessage(/^recent views/);
    await draw('owner', { waiting: none });
    await expect.element(page.getByRole('heading', { name: 'L’Encre' })).toBeVisible();
    await expect.element(page.getByText(/en 30\sjours/)).not.toBeInTheDocument();
    await expect.element(page.getByText(/sans réponse/)).not.toBeInTheDocument();
  });

  test('says that it is offered, with the way to the answer', async () => {
    await draw('proofreader', { waiting: none, isOffered: true });
    await expect
      .element(page.getByRole('link', { name: /vous propose de reprendre ce roman/ }))
      .toHaveAttribute('href', expect.stringContaining('vue=equipe'));
    await axeEverywhere();
  });

  test.each([
    ['owner', ['Fiche', 'Messages', 'Chiffres', 'Annonces', 'Équipe', 'Exporter'], 2],
    ['editor', ['Fiche', 'Messages', 'Annonces', 'Équipe'], 1],
    ['translator', ['Messages', 'Annonces', 'Équipe'], 1],
    ['proofreader', ['Messages', 'Annonces', 'Équipe'], 0],
  ] as const)('leads a role of %s only where it may go', async (role, names, inMenu) => {
    answers(getRecentViews, { days });
    await draw(role, { waiting: none });
    expect(screens()).toEqual(['Chapitres', ...names]);
    const menu = document.querySelector('summary');
    menu?.click();
    expect(menu === null).toBe(inMenu === 0);
    await expect.poll(() => document.querySelectorAll('.row-menu-panel > *').length).toBe(inMenu);
  });
});

test.each([
  [none, ''],
  [{ answer: 1, approval: 0, typos: 0 }, '1 commentaire sans réponse'],
  [{ answer: 0, approval: 3, typos: 0 }, '3 commentaires à approuver'],
  [
    { answer: 100, approval: 1, typos: 2 },
    '100+ commentaires sans réponse, 1 à approuver, 2 coquilles',
  ],
])('what waits is said in words: %j', (waiting, words) => {
  expect(waitingWords({ waiting, role: 'owner' }).replaceAll('\u00A0', ' ')).toBe(words);
});

test('a proofreader is not told of comments', () => {
  expect(waitingWords({ waiting: { answer: 4, approval: 2, typos: 0 }, role: 'proofreader' })).toBe(
    '',
  );
});

test('of chapters that come out together the first by number is next', () => {
  const before = Date.parse('2026-11-28T00:00:00Z');
  const later = scheduled(3, '2026-12-02T17:00:00.000Z');
  const beside = scheduled(11, '2026-11-30T17:00:00.000Z');
  expect(nextOut([later, evening, beside], before)?.chapterNumber).toBe(11);
  expect(nextOut([{ ...later, status: 'published' }], before)).toBeUndefined();
  // Its hour has passed, and its novel waits.
  expect(nextOut([beside, later], Date.parse('2026-12-01T00:00:00Z'))?.chapterNumber).toBe(3);
});
