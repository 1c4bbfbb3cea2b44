import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeChapters } from '#shared/contracts/studio-batch.ts';
import type { StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, refuses } from '../world/forged-server.ts';
import { bar, box, chapter, dialog, draw, id, says, showFields } from './chapter-list.tsx';

const drafts = [1, 2, 3, 4].map((n) => chapter(n));
const paid = { isDeletable: false, unlocks: 2, status: 'published' as const };

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
    ['owner', 7],
    ['editor', 4],
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
    await box(2).click();
    await begin('Publier maintenant…');
    await dialog.getByRole('button', { name: 'Publier' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Ce roman n’existe plus.');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(box(1)).toBeChecked();
    expect(onDone).not.toHaveBeenCalled();
  });

  test('gives its focus to the list once all is done and it has gone', async () => {
    const { onDone } = await draw(drafts);
    answers(changeChapters, { done: 2, refused: [] });
    await box(1).click();
    await box(2).click();
    await begin('Publier maintenant…');
    await dialog.getByRole('button', { name: 'Publier' }).click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(page.getByRole('list')).toHaveFocus();
  });

  test.each([
    ['Programmer selon un rythme…', { kind: 'publication', wanted: 'scheduled' }],
    ['Publier maintenant…', { kind: 'publication', wanted: 'published' }],
    ['Ranger dans une partie…', { kind: 'settings' }],
  ])('opens the dialog of a single chapter: %s', async (action, task) => {
    const { onTask } = await draw(drafts);
    await box(2).click();
    await begin(action);
    expect(onTask.mock.calls).toMatchObject([[{ ...task, chapter: drafts[1] }]]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('moves chapters from where they are, which is the place chosen at first', async () => {
    await draw(drafts);
    await box(3).click();
    await begin('Déplacer…');
    const place = dialog.getByLabelText('Nouvelle place');
    await expect.element(place).toHaveValue(id(2));
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await box(1).click();
    await begin('Déplacer…');
    await expect.element(place).toHaveValue('');
  });

  test('says that a deletion was taken back', async () => {
    const { onDone } = await draw(drafts);
    await box(1).click();
    await begin('Supprimer');
    await page.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(box(1)).toBeVisible();
    expect(onDone.mock.calls).toEqual([['Suppression annulée.']]);
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

describe('the form of a schedule', () => {
  const open = async (chapters: StudioChapterBody[], ...chosen: number[]) => {
    const drawn = await draw(chapters);
    for (const n of chosen) await box(n).click();
    await begin('Programmer selon un rythme…');
    return drawn;
  };
  const slots = dialog.getByRole('region', { name: 'Parutions' });
  const submit = () => dialog.getByRole('button', { name: 'Programmer' }).click();

  test('goes on with the schedule that chapters have, and sends the instants that it shows', async () => {
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
    await open(drafts, 1, 2);
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
    await draw([chapter(1), chapter(2)]);
    await menu().click();
    await expect.element(page.getByRole('button', { name: 'Publier…' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Publier…' })).not.toBeInTheDocument();
    expect(document.activeElement?.localName).toBe('summary');
    await menu().click();
    await page.getByRole('button', { name: 'Supprimer…' }).click();
    await expect.element(page.getByRole('button', { name: 'Supprimer…' })).not.toBeInTheDocument();
    await says(dialog, /^Supprimer «\sJour 1\s»\s\?/);
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expect.element(page.getByRole('link', { name: 'Jour 1' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Annuler' })).toHaveFocus();
    await page.getByRole('button', { name: 'Annuler' }).click();
    await expect.element(page.getByRole('link', { name: 'Jour 1' })).toBeVisible();
  });

  test('is the one way to act on a row, of which a phone cuts no number', async () => {
    const figures = { wordCount: 12_025, views: 1_941_000, likes: 87, comments: 29 };
    await draw([
      chapter(1, {
        title: 'Un titre qui est bien trop long pour une ligne de téléphone, et même pour deux',
        part: 'Livre premier',
        status: 'published',
        publishedAt: '2025-09-23T16:00:00.000Z',
        isPremium: true,
        ...figures,
      }),
      chapter(2),
    ]);
    const [row] = page.getByRole('article').all();
    const element = row?.element();
    expect(element?.querySelectorAll('a, button, summary')).toHaveLength(2);
    const title = element?.querySelector('h3 a');
    expect(title?.getClientRects()[0]?.height).toBeCloseTo(
      2 * 1.4 * parseFloat(getComputedStyle(title ?? document.body).fontSize),
      0,
    );
    const facts = [...(element?.querySelectorAll<HTMLElement>('.chapter-line > *') ?? [])];
    const seen = facts.filter((fact) => fact.checkVisibility());
    // A row has no text until it is found to be in the window (`content-visibility`).
    const texts = () => seen.map(({ innerText }) => innerText.replaceAll(/\s+/g, ' '));
    await expect
      .poll(texts)
      .toEqual(['23 sept. 2025', '1 crédit', '1 941 000 vues', '29 commentaires']);
    for (const fact of seen) {
      expect(fact.scrollWidth).toBeLessThanOrEqual(fact.clientWidth);
      expect(fact.getBoundingClientRect().right).toBeLessThanOrEqual(360);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

test('the numbers of a wide row are below the heads of their columns, without touching', async () => {
  await page.viewport(1280, 800);
  const figures = { wordCount: 12_025, views: 1_941_000, likes: 9_876, comments: 1_029 };
  const published = { status: 'published' as const, publishedAt: '2026-09-23T16:00:00.000Z' };
  await draw([chapter(1, { ...published, ...figures, creditsEarned: 12_345 }), ...drafts.slice(1)]);
  const heads = page.getByRole('group', { name: 'Trier les chapitres' });
  for (const width of [900, 1280]) {
    await page.viewport(width, 800);
    const rights = ['Mots', 'Vues', 'J’aime', 'Comm.', 'Crédits'].map((name) =>
      Math.round(heads.getByRole('button', { name }).element().getBoundingClientRect().right),
    );
    const [row] = page.getByRole('article').all();
    const cells = [...(row?.element().querySelectorAll<HTMLElement>('.figure') ?? [])];
    expect(cells.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
      '12 025 mots',
      '1 941 000 vues',
      '9 876 j’aime',
      '1 029 commentaires',
      '12 345 crédits gagnés',
    ]);
    const number = (cell: HTMLElement) => {
      const range = document.createRange();
      range.selectNode(cell.firstChild ?? cell);
      return range.getBoundingClientRect();
    };
    expect(cells.map((cell) => Math.round(number(cell).right))).toEqual(rights);
    for (const [index, cell] of cells.entries()) {
      const before = cells[index - 1];
      if (before) expect(number(cell).left).toBeGreaterThan(number(before).right);
    }
  }
  await axeEverywhere();
});

test.each([
  ['co_author', 10],
  ['translator', 6],
] as const)('a role of %s sorts by what it sees: %i columns', async (role, count) => {
  await draw(drafts, role);
  await showFields();
  const sort = page.getByLabelText('Trier par');
  expect(sort.getByRole('option').elements()).toHaveLength(count);
  await page.viewport(1280, 800);
  const heads = page.getByRole('group', { name: 'Trier les chapitres' });
  expect(heads.getByRole('button').elements()).toHaveLength(count);
  const right = (element: Element) => Math.round(element.getBoundingClientRect().right);
  const [row] = page.getByRole('article').all();
  const words = row?.element().querySelector('.figure-words') ?? document.body;
  expect(right(words)).toBe(right(heads.getByRole('button', { name: 'Mots' }).element()));
  await page.viewport(360, 740);
});

describe('a range of chapters', () => {
  const range = page.getByRole('dialog', { name: 'Choisir une suite de chapitres' });

  test('is chosen by its numbers, from the one that was pressed last', async () => {
    await draw([1, 2, 3, 4, 5, 6].map((n) => chapter(n)));
    await box(2).click();
    await bar.getByRole('button', { name: 'Choisir jusqu’à…' }).click();
    await expect.element(range.getByLabelText('Du numéro')).toHaveValue(2);
    await expect.element(range.getByLabelText('Au numéro')).toHaveFocus();
    await range.getByRole('button', { name: 'Choisir' }).click();
    await says(range, /Indiquez un numéro\./);
    await axeEverywhere();
    await range.getByLabelText('Au numéro').fill('5');
    await userEvent.keyboard('{Enter}');
    await expect.element(range).not.toBeInTheDocument();
    await says(bar, /4\schapitres\schoisis/);
    await expect.element(box(5)).toBeChecked();
    await expect.element(box(6)).not.toBeChecked();
    await expect.element(bar.getByRole('button', { name: 'Choisir jusqu’à…' })).toHaveFocus();
  });

  test('has only chapters that the list shows', async () => {
    await draw([chapter(1), chapter(2, { isPremium: true }), chapter(3), chapter(4)]);
    await showFields();
    await page.getByLabelText('Montrer').selectOptions('Gratuits');
    await box(1).click();
    await bar.getByRole('button', { name: 'Choisir jusqu’à…' }).click();
    await range.getByLabelText('Du numéro').fill('2');
    await range.getByLabelText('Au numéro').fill('2');
    await range.getByRole('button', { name: 'Choisir' }).click();
    await says(range, /La liste ne montre aucun chapitre entre ces numéros\./);
    await range.getByLabelText('Au numéro').fill('4');
    await range.getByRole('button', { name: 'Choisir' }).click();
    await says(bar, /3\schapitres\schoisis/);
  });
});

describe('a deletion', () => {
  const undo = page.getByRole('button', { name: 'Annuler' });

  test('is taken back where one is in a long list; the focus is there, and then in the list', async () => {
    const { onBegun } = await draw(Array.from({ length: 60 }, (_, index) => chapter(index + 1)));
    await box(40).click();
    await begin('Supprimer');
    await expect.element(undo).toHaveFocus();
    await expect.element(undo).toBeInViewport({ ratio: 1 });
    expect(scrollY).toBeGreaterThan(1000);
    expect(onBegun.mock.calls).toHaveLength(1);
    await expect.element(box(40)).not.toBeInTheDocument();
    await undo.click();
    await expect.element(box(40)).toBeInTheDocument();
    await expect.element(box(40)).not.toBeChecked();
    expect(document.activeElement?.localName).toBe('ol');
    expect(bodiesOf(changeChapters)).toEqual([]);
  });

  test('of all chapters leaves nothing to filter or choose, but the way back', async () => {
    await draw(drafts);
    await page.getByRole('button', { name: 'Tout choisir (4)' }).click();
    await begin('Supprimer');
    await expect.element(undo).toBeVisible();
    expect(page.getByRole('button').elements()).toHaveLength(1);
    await axeEverywhere();
    // What it hides is not seen.
    expect((page.getByRole('main').element() as HTMLElement).innerText).toMatch(
      /^Roman\s+4\schapitres à supprimer dans \d+\ss[^.]*\.\s+Annuler$/,
    );
    await undo.click();
    expect(page.getByRole('article').elements()).toHaveLength(4);
  });
});

test('a deletion waits also while another screen is open, and is shown again on the way back', async () => {
  const first = await draw(drafts);
  await box(1).click();
  await begin('Supprimer');
  const undo = page.getByRole('button', { name: 'Annuler' });
  await expect.element(undo).toBeVisible();
  await first.unmount();
  expect(bodiesOf(changeChapters)).toEqual([]);
  await draw(drafts);
  await expect.element(undo).toBeVisible();
  await expect.element(box(1)).not.toBeInTheDocument();
  await undo.click();
  await expect.element(box(1)).toBeInTheDocument();
  expect(bodiesOf(changeChapters)).toEqual([]);
});

test('a scheduled chapter is deleted at once, after a question', async () => {
  answers(changeChapters, { done: 1, refused: [] });
  await draw([chapter(1, { status: 'scheduled' }), chapter(2)]);
  await box(1).click();
  await begin('Supprimer');
  await says(dialog, /disparaissent pour de bon\./);
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect.poll(() => bodiesOf(changeChapters)).toHaveLength(1);
});

test('chapters that are out are offered what changes something of them', async () => {
  await draw([chapter(1, { status: 'published' }), chapter(2)]);
  const actions = () =>
    [...page.getByLabelText('Action').element().querySelectorAll('option')].map(
      ({ textContent }) => textContent,
    );
  await box(1).click();
  expect(actions()).not.toContain('Programmer selon un rythme…');
  expect(actions()).not.toContain('Publier maintenant…');
  await expect.element(page.getByLabelText('Action')).toHaveValue('price');
  await box(2).click();
  expect(actions()).toContain('Programmer selon un rythme…');
  await box(1).click();
  expect(actions()).not.toContain('Retirer ou annuler la parution…');
});

test('all are chosen by one button, which the bar takes back', async () => {
  await draw(drafts);
  const all = page.getByRole('button', { name: 'Tout choisir (4)' });
  await expect.element(page.getByLabelText('Numéro ou titre')).not.toBeInTheDocument();
  await all.click();
  await says(bar, /4\schapitres\schoisis/);
  await expect.element(all).toHaveAttribute('aria-disabled', 'true');
  expect(page.getByRole('button', { name: 'Ne rien choisir' }).elements()).toHaveLength(1);
});

// The last: what was sent stays hidden on this page.
test('a deletion is sent when the area is left', async () => {
  answers(changeChapters, { done: 1, refused: [] });
  localStorage.setItem('csrf_token', 'jeton');
  await draw(drafts);
  await box(1).click();
  await begin('Supprimer');
  await expect.element(page.getByRole('button', { name: 'Annuler' })).toBeVisible();
  dispatchEvent(new Event('pagehide'));
  await expect
    .poll(() => bodiesOf(changeChapters))
    .toEqual([{ action: 'delete', chapterIds: [id(1)] }]);
});
