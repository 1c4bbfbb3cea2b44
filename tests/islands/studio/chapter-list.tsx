import '../../../src/islands/studio/studio.css';
import { expect, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChapterList } from '#islands/studio/batch/ChapterList.tsx';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { NovelRole } from '#shared/site/novel-powers.ts';

export const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const novelId = id(100);
/** A draft with this number. */
export const chapter = (n: number, more: Partial<StudioChapterBody> = {}) =>
  ({
    _id: id(n),
    novelId,
    chapterNumber: n,
    title: `Jour ${n}`,
    publicTitle: '',
    part: null,
    status: 'draft',
    publishedAt: null,
    isPremium: false,
    creditCost: 1,
    freeFrom: null,
    wordCount: 1200,
    views: 0,
    likes: 0,
    comments: 0,
    unlocks: 0,
    creditsEarned: 0,
    hasChanges: false,
    isDeletable: true,
    ...more,
  }) as StudioChapterBody;

/** The list of these chapters, and what it calls. */
export async function draw(
  chapters: StudioChapterBody[],
  role: NovelRole = 'owner',
  firstSeenId: string | null = null,
) {
  const onDone = vi.fn();
  const onTask = vi.fn();
  const onBegun = vi.fn();
  const { unmount } = await render(
    <main className="studio">
      <h2>Roman</h2>
      <ChapterList
        novelId={novelId}
        chapters={chapters}
        role={role}
        firstSeenId={firstSeenId}
        onDone={onDone}
        onTask={onTask}
        onBegun={onBegun}
        notice={null}
      />
    </main>,
  );
  return { onDone, onTask, onBegun, unmount };
}

export const bar = page.getByRole('region', { name: 'Chapitres choisis' });
export const box = (n: number) => page.getByRole('checkbox', { name: `Choisir Jour ${n}` });
export const dialog = page.getByRole('dialog');
/** Spaces in French are often no-break ones. */
export const says = (place: Locator, words: RegExp) =>
  expect.poll(() => place.element().textContent).toMatch(words);

/** Shows the fields that find and sort chapters, which a phone keeps behind a button. */
export const showFields = () => page.getByRole('button', { name: 'Filtrer et trier' }).click();
