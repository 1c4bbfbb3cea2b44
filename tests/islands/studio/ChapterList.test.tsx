import { describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChapterList } from '#islands/studio/batch/ChapterList.tsx';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { NovelRole } from '#shared/novel-powers.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, refuses } from '../world/forged-server.ts';

const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const novelId = id(100);
const chapter = (n: number, more: Partial<StudioChapterBody> = {}) =>
  ({
    ...{ _id: id(n), novelId, chapterNumber: n, title: `Jour ${n}`, publicTitle: '', part: null },
    ...{ status: 'draft', publishedAt: null, isPremium: false, creditCost: 1, freeFrom: null },
    ...{ wordCount: 1200, views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 },
    ...{ hasChanges: false, isDeletable: true, ...more },
  }) as StudioChapterBody;
const drafts = [1, 2, 3, 4].map((n) => chapter(n));
const paid = { isDeletable: false, unlocks: 2, status: 'published' as const };

async function draw(chapters: StudioChapterBody[], role: NovelRole = 'owner') {
  const onDone = vi.fn();
  const onTask = vi.fn();
  await render(
    <main className="studio">
      <h2>Roman</h2>
      <ChapterList {...{ novelId, chapters, role, onDone, onTask }} />
    </main>,
  );
  return { onDone, onTask };
}

const bar = page.getByRole('region', { name: 'Chapitres choisis' });
const box = (n: number) => page.getByRole('checkbox', { name: `Choisir Jour ${n}` });
const dialog = page.getByRole('dialog');
/** Spaces in French are often no-break ones. */
const says = (place: Locator, words: RegExp) =>
  expect.poll(() => place.element().textContent).toMatch(words);
async function begin(action: string) {
  await bar.getByLabelText('Action').selectOptions(action);
  await bar.getByRole('button', { name: 'Continuer' }).click();
}

describe('the bar of chosen chapters', () => {
  test('appears with the first one, counts them, and goes with the last', async () => {
    await draw(drafts);
    await expect.element(bar).not.toBeInTheDocument();
    await box(2).click();
    await says(bar, /1\schapitre\schoisi/);
    await userEvent.keyboard('{Shift>}');
    await box(4).click();
    await userEvent.keyboard('{/Shift}');
    await says(bar, /3\schapitres\schoisis/);
    await bar.getByRole('button', { name: 'Ne rien choisir' }).click();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(box(3)).not.toBeChecked();
  });

  test.each([
    ['owner', 8],
    ['editor', 5],
    ['translator', 2],
  ] as const)('offers a role of %s what it may do: %i actions', async (role, count) => {
    await draw(drafts, role);
    await box(1).click();
    expect(bar.getByRole('option').elements()).toHaveLength(count);
  });

  test('is not there for one who may not arrange chapters', async () => {
    await draw(drafts, 'proofreader');
    await expect.element(page.getByRole('link', { name: 'Jour 1' })).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toEqual([]);
  });

  test('keeps what was chosen if nothing could be done, and says why', async () => {
    const { onDone } = await draw(drafts);
    refuses(changeChapters, 'NOT_FOUND', { message: 'Ce roman n’existe plus.' });
    await box(1).click();
    await begin('Publier maintenant…');
    await dialog.getByRole('button', { name: 'Publier' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Ce roman n’existe plus.');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(box(1)).toBeChecked();
    expect(onDone).not.toHaveBeenCalled();
  });

  test('offers no deletion where all chosen chapters are paid for', async () => {
    await draw([chapter(1, paid), chapter(2, paid), chapter(3)]);
    await box(1).click();
    await box(2).click();
    await begin('Supprimer');
    const title = 'Aucun de ces chapitres ne peut être supprimé';
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
    await says(dialog, /2\schapitres\srestent/);
    await says(dialog, /4\sdéverrouillages/);
    expect(dialog.getByRole('button', { name: 'Supprimer' }).elements()).toEqual([]);
    await axeEverywhere();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(box(1)).toBeChecked();
    expect(bodiesOf(changeChapters)).toEqual([]);
  });
});

describe('the form of a rhythm', () => {
  const open = async (chapters: StudioChapterBody[], ...chosen: number[]) => {
    const drawn = await draw(chapters);
    for (const n of chosen) await box(n).click();
    await begin('Programmer selon un rythme…');
    return drawn;
  };
  const slots = dialog.getByRole('region', { name: 'Parutions' });
  const submit = () => dialog.getByRole('button', { name: 'Programmer' }).click();

  test('goes on with the rhythm of what is scheduled, and sends the instants that it shows', async () => {
    // Thursday and Monday at 18:30 in Paris; clocks go forward on 30 March 2098.
    const scheduled = [
      chapter(1, { status: 'scheduled', publishedAt: '2098-03-24T17:30:00.000Z' }),
      chapter(2, { status: 'scheduled', publishedAt: '2098-03-27T17:30:00.000Z' }),
    ];
    const { onDone } = await open([...scheduled, chapter(3), chapter(4)], 3, 4);
    answers(changeChapters, { done: 2, refused: [] });
    await expect.element(dialog.getByLabelText('lundi')).toBeChecked();
    await expect.element(dialog.getByLabelText('jeudi')).toBeChecked();
    await says(slots, /lundi\s31\smars\s2098\sà\s18:30/);
    await says(slots, /jeudi\s3\savril\s2098\sà\s18:30/);
    await axeEverywhere();
    await submit();
    await expect
      .poll(() => bodiesOf(changeChapters))
      .toEqual([
        {
          action: 'schedule',
          slots: [
            { chapterId: id(3), at: '2098-03-31T16:30:00.000Z' },
            { chapterId: id(4), at: '2098-04-03T16:30:00.000Z' },
          ],
          isSilent: false,
        },
      ]);
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });

  test('names what is missing at its field, once it is sent', async () => {
    await open(drafts, 1);
    for (const day of dialog
      .getByRole('group', { name: 'Jours de parution' })
      .getByRole('checkbox')
      .all()) {
      if ((day.element() as HTMLInputElement).checked) await day.click();
    }
    await submit();
    const days = dialog.getByRole('group', { name: 'Jours de parution' });
    await says(days, /Choisissez au moins un jour de la semaine\.$/);
    await expect.element(dialog.getByLabelText('lundi')).toHaveFocus();
    await dialog.getByLabelText('lundi').click();
    await says(days, /dimanche$/);
    await dialog.getByLabelText('Heure de Paris').fill('');
    await submit();
    await says(dialog, /Indiquez une heure\./);
    expect(bodiesOf(changeChapters)).toEqual([]);
  });

  test('leaves published chapters out, and says so', async () => {
    await open(
      [
        chapter(1, { status: 'published', publishedAt: '2026-01-01T00:00:00.000Z' }),
        chapter(2),
        chapter(3),
      ],
      1,
      2,
    );
    await expect
      .element(page.getByRole('dialog', { name: /^Programmer 1\schapitre$/ }))
      .toBeVisible();
    await says(dialog, /1\schapitre\sdéjà\spublié\s:\srien\sn’y\schange\./);
    expect(slots.getByRole('listitem').elements()).toHaveLength(1);
  });
});

describe('the menu of a chapter', () => {
  const menu = () => page.elementLocator(document.querySelector('summary') ?? document.body);

  test('opens by its key, closes by Escape, and gives the focus back', async () => {
    const { onTask } = await draw([chapter(1), chapter(2)]);
    await menu().click();
    await expect.element(page.getByRole('button', { name: 'Publier…' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Publier…' })).not.toBeInTheDocument();
    expect(document.activeElement?.localName).toBe('summary');
    await menu().click();
    await page.getByRole('button', { name: 'Supprimer…' }).click();
    expect(onTask.mock.calls).toMatchObject([[{ kind: 'delete', chapter: { _id: id(1) } }]]);
    await expect.element(page.getByRole('button', { name: 'Supprimer…' })).not.toBeInTheDocument();
  });

  test('is the one way to act on a row, which has two lines on a phone', async () => {
    await draw([
      chapter(1, {
        title: 'Un titre qui est bien trop long pour une ligne de téléphone',
        part: 'Livre premier',
      }),
      chapter(2),
    ]);
    const [row] = page.getByRole('article').all();
    const element = row?.element();
    expect(element?.querySelectorAll('a, button, summary')).toHaveLength(2);
    const heights = [...(element?.querySelectorAll('h3, .chapter-line') ?? [])].map(
      (line) =>
        Math.round(
          (line.getBoundingClientRect().height /
            parseFloat(getComputedStyle(document.documentElement).fontSize)) *
            4,
        ) / 4,
    );
    expect(heights[0]).toBeLessThanOrEqual(2.75);
    expect(heights[1]).toBeLessThanOrEqual(2.5);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});
