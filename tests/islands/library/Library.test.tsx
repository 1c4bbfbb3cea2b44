import '../../../src/styles/library.css';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { noteLastRead } from '#browser/reader/place/last-read.ts';
import { Library } from '#islands/library/Library.tsx';
import { unreadCountedMax } from '#shared/constants.ts';
import { listFollowedAuthors, setFollowedAuthor } from '#shared/contracts/authors.ts';
import { listBookmarked } from '#shared/contracts/chapters.ts';
import {
  listFavorites,
  listHistory,
  listWithdrawn,
  listLibrary,
  mergeReading,
  setLibraryStatus,
  type LibraryNovelBody,
} from '#shared/contracts/library.ts';
import { getReadingLog, setReadingLog } from '#shared/contracts/reading-log.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { answers, bodiesOf, holds, isOffline, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const chapterId = '01930000-0000-7000-8000-000000000003';
const nextId = '01930000-0000-7000-8000-000000000004';

const novel = (title: string, more: Partial<LibraryNovelBody> = {}): LibraryNovelBody => ({
  _id: crypto.randomUUID(),
  slug: 'x',
  title,
  authorName: 'Inès Vidal',
  genres: [],
  coverImage: null,
  contentWarnings: [],
  ageMin: null,
  novelStatus: 'ongoing',
  chapterCount: 40,
  status: 'reading',
  isChosen: false,
  lastChapter: { _id: chapterId, chapterNumber: 12, title: 'Marche' },
  nextChapter: { _id: nextId, chapterNumber: 13 },
  percent: 30,
  unread: 28,
  newChapters: 0,
  lastReadAt: '2026-11-21T12:00:00.000Z',
  ...more,
});

const has = (...novels: LibraryNovelBody[]) => answers(listLibrary, { novels, nextCursor: null });
const draw = () =>
  render(
    <main>
      <Library />
    </main>,
  );
const titles = () =>
  [...document.querySelectorAll('[role="tabpanel"]:not([hidden]) h2')].map(
    ({ textContent }) => textContent,
  );
const tab = (name: RegExp) => page.getByRole('tab', { name });

beforeEach(() => {
  answers(listFollowedAuthors, []);
  answers(listWithdrawn, []);
  history.replaceState(null, '', location.pathname + location.search);
  signIn();
});

describe('a library', () => {
  test('has sections, and of each novel how far it is read and the way on', async () => {
    has(
      novel('La Tour', { newChapters: 3, ageMin: 16, contentWarnings: ['deuil', 'sang'] }),
      novel('L’Encre', { nextChapter: { _id: chapterId, chapterNumber: 12 } }),
      novel('Le Phare', { status: 'to_read', lastChapter: null, percent: 0, unread: 40 }),
      novel('La Mer', {
        status: 'finished',
        novelStatus: 'completed',
        nextChapter: null,
        percent: 100,
        unread: 0,
      }),
    );
    await draw();
    await expect.element(tab(/^En cours 2$/)).toHaveAttribute('aria-selected', 'true');
    await expect
      .element(page.getByRole('link', { name: 'Lire ch. 13 : La Tour' }))
      .toHaveAttribute('href', `/chapter/${nextId}`);
    await expect
      .element(page.getByRole('link', { name: 'Reprendre ch. 12 : L’Encre' }))
      .toHaveAttribute('href', `/chapter/${chapterId}`);
    await expect.element(page.getByText('3 nouveaux chapitres')).toBeVisible();
    await expect.element(page.getByText('Dès 16\u00A0ans')).toBeVisible();
    const warned = page.getByRole('img', {
      name: 'Contient : mort d’un proche, scènes sanglantes.',
    });
    await expect.element(warned).toBeVisible();
    await expect.element(page.getByText('28 chapitres à lire')).toBeVisible();
    await axeEverywhere();
    await tab(/^À lire 1$/).click();
    await expect.element(page.getByRole('link', { name: 'Commencer : Le Phare' })).toBeVisible();
    await tab(/^Terminés 1$/).click();
    await expect.element(page.getByText('tout est lu')).toBeVisible();
    expect(location.hash).toBe('#termines');
  });

  test('says as much of a novel as read as home does, from what this device knows', async () => {
    const { _id: reader } = signIn();
    const tower = novel('La Tour', { percent: 0 });
    const lighthouse = novel('Le Phare', { percent: 30 });
    const way = { slug: 'x', chapterTitle: 'Marche', chapterCount: 40, nextId, reader };
    const readAtMs = Date.parse('2026-11-21T12:00:00.000Z');
    const read = { ...way, percent: 60, readAtMs };
    noteLastRead(tower._id, { id: chapterId, number: 2 }, { ...read, novelTitle: 'La Tour' });
    // The account has read on elsewhere.
    noteLastRead(lighthouse._id, { id: nextId, number: 13 }, { ...read, novelTitle: 'Le Phare' });
    // Read to the end of the chapter, which the account does not know yet.
    const last = { _id: chapterId, chapterNumber: 12 };
    const ink = novel('L’Encre', { percent: 27, nextChapter: last, unread: 29 });
    noteLastRead(
      ink._id,
      { id: chapterId, number: 12 },
      { ...read, novelTitle: 'L’Encre', percent: 100 },
    );
    has(tower, lighthouse, ink);
    await draw();
    const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await expect.element(row('La Tour').getByText(/^4\s% lu/)).toBeVisible();
    await expect.element(row('Le Phare').getByText(/^30\s% lu/)).toBeVisible();
    await expect.element(row('L’Encre').getByText(/^28\schapitres à lire/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Lire ch. 13 : L’Encre' }))
      .toHaveAttribute('href', `/chapter/${nextId}`);
  });

  test('says what would stand in each section that is empty, with a way on', async () => {
    has();
    answers(listFavorites, { novels: [], nextCursor: null });
    answers(listBookmarked, []);
    answers(listHistory, []);
    await draw();
    for (const [name, sentence] of [
      [/^En cours$/, 'Aucune lecture en cours'],
      [/^À lire$/, 'Aucun roman mis de côté'],
      [/^Terminés$/, 'Aucun roman terminé'],
      [/^Abandonnés$/, 'Aucun roman abandonné'],
      [/^Favoris$/, 'Aucun favori'],
      [/^Marque-pages$/, 'Aucun marque-page'],
      [/^Historique$/, 'Aucun chapitre lu'],
    ] as const) {
      await tab(name).click();
      const panel = page.getByRole('tabpanel');
      await expect.element(panel).toMatchTextContent(sentence);
      await expect
        .element(panel.getByRole('link', { name: 'Parcourir le catalogue' }))
        .toHaveAttribute('href', '/romans');
    }
    await axeEverywhere();
  });

  test('that cannot be loaded says so, and is tried again', async () => {
    refuses(listLibrary, 'INTERNAL');
    await draw();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Cette liste n’a pas pu être chargée.');
    await axeEverywhere();
    isOffline(listLibrary);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Aucune réponse reçue du serveur');
    has(novel('La Tour'));
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(page.getByRole('heading', { name: 'La Tour' })).toBeVisible();
  });

  test('stays within 320 px with long words, light and dark', async () => {
    const long = 'Anticonstitutionnellement'.repeat(3);
    has(
      novel(long, {
        authorName: long,
        newChapters: unreadCountedMax,
        status: 'dropped',
        percent: 100,
      }),
      ...['Un', 'Deux', 'Trois'].map((title) => novel(title, { status: 'dropped' })),
    );
    await draw();
    await tab(/^Abandonnés/).click();
    await expect
      .element(page.getByText(`au moins ${unreadCountedMax} nouveaux chapitres`))
      .toBeVisible();
    await axeEverywhere();
    await page.viewport(320, 640);
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  test('comes in pages, each novel once', async () => {
    const [one, two] = [novel('Un'), novel('Deux')];
    let asked = 0;
    answers(listLibrary, () =>
      ++asked === 1
        ? { novels: [one], nextCursor: 'suite' }
        : { novels: [one, two], nextCursor: null },
    );
    await draw();
    await expect.element(tab(/^En cours 2$/)).toBeVisible();
  });
});

describe('a status', () => {
  test('is set by hand; the novel moves when another section is opened', async () => {
    has(novel('La Tour'), novel('L’Encre'));
    answers(setLibraryStatus, ({ status }) => ({ status, isChosen: status !== null }));
    await draw();
    const choice = page.getByRole('combobox', { name: 'Statut de La Tour' });
    await choice.selectOptions('abandonné');
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Rangé' }))
      .toMatchTextContent('Rangé dans « Abandonnés ».');
    expect(bodiesOf(setLibraryStatus)).toEqual([{ status: 'dropped' }]);
    expect(titles()).toEqual(['La Tour', 'L’Encre']);
    await axeEverywhere();
    await tab(/^Abandonnés/).click();
    await expect.element(tab(/^Abandonnés 1$/)).toBeVisible();
    expect(titles()).toEqual(['La Tour']);
    await tab(/^En cours/).click();
    expect(titles()).toEqual(['L’Encre']);
  });

  test('that cannot be saved is taken back, and the reader is told', async () => {
    expectMessage(/^library: 500 INTERNAL$/);
    has(novel('La Tour'));
    refuses(setLibraryStatus, 'INTERNAL');
    await draw();
    const choice = page.getByRole('combobox', { name: 'Statut de La Tour' });
    await choice.selectOptions('terminé');
    await expect.element(page.getByText('Ce changement n’a pas pu être enregistré.')).toBeVisible();
    await expect.element(choice).toHaveValue('reading');
  });

  test('of a favourite puts it into the library, or takes it out', async () => {
    has();
    const favourite = novel('La Tour', { status: null, lastChapter: null });
    answers(listFavorites, { novels: [favourite], nextCursor: null });
    answers(setLibraryStatus, ({ status }) => ({ status, isChosen: status !== null }));
    await draw();
    await tab(/^Favoris$/).click();
    await page.getByRole('combobox', { name: 'Statut de La Tour' }).selectOptions('à lire');
    await expect.element(page.getByText('Rangé dans « À lire ».')).toBeVisible();
    await tab(/^À lire/).click();
    await expect.element(page.getByRole('heading', { name: 'La Tour' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Statut de La Tour' }).selectOptions('retirer');
    await expect.element(page.getByRole('status').filter({ hasText: 'Retiré' })).toBeVisible();
    expect(bodiesOf(setLibraryStatus)).toEqual([{ status: 'to_read' }, { status: null }]);
  });
});

describe('a library that is loaded again', () => {
  /** The page comes back from the browser's memory, after reading. */
  const comeBack = () => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  };
  const tower = novel('La Tour');
  const drop = async () => {
    answers(setLibraryStatus, ({ status }) => ({ status, isChosen: status !== null }));
    await page.getByRole('combobox', { name: 'Statut de La Tour' }).selectOptions('abandonné');
    await expect.element(page.getByText('Rangé dans « Abandonnés ».')).toBeVisible();
  };

  test('shows how far a novel is read by now that was sorted by hand before', async () => {
    has(tower);
    await draw();
    await drop();
    await tab(/^Abandonnés/).click();
    await expect.element(page.getByText(/30\s% lu/)).toBeVisible();
    has({ ...tower, status: 'dropped', isChosen: true, percent: 45 });
    comeBack();
    await expect.element(page.getByText(/45\s% lu/)).toBeVisible();
    expect(titles()).toEqual(['La Tour']);
  });

  test('has what was changed elsewhere since, not the older change of this page', async () => {
    has(tower);
    await draw();
    await drop();
    await tab(/^Abandonnés/).click();
    has({ ...tower, status: 'finished', isChosen: true });
    comeBack();
    await expect.element(tab(/^Terminés 1$/)).toBeVisible();
    await expect.element(tab(/^Abandonnés$/)).toBeVisible();
  });

  test('keeps a change that was made while it came', async () => {
    has(tower);
    await draw();
    await expect.element(tab(/^En cours 1$/)).toBeVisible();
    const { release } = holds(listLibrary);
    comeBack();
    await drop();
    release();
    await tab(/^Abandonnés/).click();
    await expect.element(tab(/^Abandonnés 1$/)).toBeVisible();
    expect(titles()).toEqual(['La Tour']);
  });
});

describe('many novels', () => {
  const many = [
    novel('Zénith', { percent: 90, lastReadAt: '2026-11-01T12:00:00.000Z' }),
    novel('Été', { percent: 10, lastReadAt: '2026-11-03T12:00:00.000Z' }),
    novel('Brume', { percent: 50, newChapters: 2, lastReadAt: '2026-11-02T12:00:00.000Z' }),
    novel('L’Encre', { authorName: 'Zoé Lambert', lastReadAt: '2026-11-04T12:00:00.000Z' }),
  ];

  test('are sorted', async () => {
    has(...many);
    await draw();
    const sort = page.getByRole('combobox', { name: 'Trier par' });
    await expect.element(sort).toHaveValue('recent');
    expect(titles()).toEqual(['L’Encre', 'Été', 'Brume', 'Zénith']);
    await sort.selectOptions('Titre');
    expect(titles()).toEqual(['Brume', 'Été', 'L’Encre', 'Zénith']);
    await sort.selectOptions('Progression');
    expect(titles()).toEqual(['Zénith', 'Brume', 'L’Encre', 'Été']);
    await sort.selectOptions('Nouveautés');
    expect(titles()[0]).toBe('Brume');
    await axeEverywhere();
  });

  test('are found by title and author, whatever the accents', async () => {
    has(...many);
    await draw();
    const search = page.getByRole('searchbox', { name: 'Titre ou auteur' });
    await search.fill('ete');
    expect(titles()).toEqual(['Été']);
    await search.fill('zoe encre');
    expect(titles()).toEqual(['L’Encre']);
    await search.fill('introuvable');
    await expect.element(page.getByText('Rien ici ne correspond à « introuvable ».')).toBeVisible();
    await axeEverywhere();
    await page.getByRole('button', { name: 'Effacer la recherche' }).click();
    expect(titles()).toHaveLength(4);
  });
});

test('bookmarks and history list chapters; those withdrawn since they were unlocked come first', async () => {
  has();
  const tour = {
    _id: crypto.randomUUID(),
    slug: 'la-tour',
    title: 'La Tour',
    genres: [],
    coverImage: null,
  };
  const chapter = { _id: chapterId, title: 'Marche', chapterNumber: 12 };
  answers(listBookmarked, [{ ...chapter, novelId: tour }]);
  answers(listHistory, [{ ...chapter, readAt: '2026-11-21T12:00:00.000Z', novel: tour }]);
  answers(listWithdrawn, [
    { ...chapter, title: 'La Lettre reprise', novel: tour, leavesOn: null },
    { ...chapter, _id: crypto.randomUUID(), novel: tour, leavesOn: '2027-03-04' },
  ]);
  await draw();
  const kept = page.getByRole('list', { name: 'Chapitres retirés ou qui vont l’être' });
  await expect.element(kept.getByRole('link', { name: 'La Lettre reprise' })).toBeVisible();
  await expect
    .element(kept.getByText(/sera retiré le 4.mars.2027, il restera à vous/u))
    .toBeVisible();
  await axeEverywhere();
  await tab(/^Marque-pages$/).click();
  await expect
    .element(page.getByRole('link', { name: 'Marche' }))
    .toHaveAttribute('href', `/chapter/${chapterId}`);
  await tab(/^Historique$/).click();
  await expect.element(page.getByText(/lu le 21\snovembre\s2026$/)).toBeVisible();
  await axeEverywhere();
});

test('what this device read while signed out is handed over before the library is asked for', async () => {
  const novelId = '01930000-0000-7000-8000-000000000009';
  const way = {
    slug: 'la-tour',
    novelTitle: 'La Tour',
    chapterTitle: 'Marche',
    chapterCount: 40,
    percent: 20,
    readAtMs: 1_790_000_000_000.5,
    nextId: null,
    reader: null,
  };
  localStorage.setItem(storageKeys.lastRead, JSON.stringify({ [novelId]: [chapterId, 12, way] }));
  localStorage.setItem(storageKeys.readingToMerge, '1');
  answers(mergeReading, () => {
    has(novel('La Tour'));
    return {};
  });
  await draw();
  await expect.element(page.getByRole('heading', { name: 'La Tour' })).toBeVisible();
  expect(bodiesOf(mergeReading)).toEqual([
    { readings: [{ novelId, chapterId, number: 12, readAt: 1_790_000_000_001 }] },
  ]);
  expect(localStorage.getItem(storageKeys.readingToMerge)).toBeNull();
});

test('the sections are walked with the keyboard', async () => {
  has(novel('La Tour'));
  await draw();
  await expect.element(tab(/^En cours 1$/)).toBeVisible();
  (tab(/^En cours 1$/).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab(/^À lire$/)).toHaveFocus();
  await expect.element(tab(/^À lire$/)).toHaveAttribute('aria-selected', 'true');
});

describe('followed authors', () => {
  beforeEach(() => {
    history.replaceState(null, '', '#favoris');
    has();
    answers(listFavorites, { novels: [], nextCursor: null });
    answers(listFollowedAuthors, [
      { slug: 'ines-vidal', name: 'Inès Vidal' },
      { slug: 'parti', name: null },
    ]);
  });
  const leave = () => page.getByRole('button', { name: 'Ne plus suivre Inès Vidal' });

  test('stand among the favourites as links, and can be left and followed again', async () => {
    answers(setFollowedAuthor, ({ isFollowed }) => ({ isFollowed }));
    await draw();
    await expect
      .element(page.getByRole('link', { name: 'Inès Vidal', exact: true }))
      .toHaveAttribute('href', '/auteur/ines-vidal');
    // Who has no public novel any more has no page.
    await expect.element(page.getByRole('button', { name: 'Ne plus suivre parti' })).toBeVisible();
    expect(page.getByRole('link', { name: 'parti' }).elements()).toEqual([]);
    await axeEverywhere();
    await leave().click();
    await page.getByRole('button', { name: 'Suivre Inès Vidal', exact: true }).click();
    await expect.element(leave()).toBeVisible();
    await expect
      .poll(() => bodiesOf(setFollowedAuthor))
      .toEqual([{ isFollowed: false }, { isFollowed: true }]);
  });

  test('stay where leaving them could not be saved, and the reader is told', async () => {
    expectMessage(/^follow: 500 INTERNAL$/);
    refuses(setFollowedAuthor, 'INTERNAL');
    await draw();
    await leave().click();
    await expect.element(page.getByText('Ce changement n’a pas pu être enregistré.')).toBeVisible();
    await expect.element(leave()).toBeVisible();
  });
});

describe('a reading log', () => {
  const counts = { minutes: 130, chapters: 1, novels: 2 };
  const periods = ['2026-11', '2026'].map((period) => ({ ...counts, period }));
  const box = () => page.getByRole('checkbox', { name: 'Tenir mon carnet de lecture' });
  const open = async () => {
    has();
    await draw();
    await tab(/^Carnet$/).click();
  };

  test('shows years by month, and a picture of one; one switch ends it', async () => {
    answers(getReadingLog, { isOn: true, periods });
    await open();
    await expect.element(page.getByRole('row', { name: 'novembre 2 h 1 2' })).toBeVisible();
    await axeEverywhere();
    const saved: string[] = [];
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await page.getByRole('button', { name: 'Image de mon année 2026' }).click();
    await expect.poll(() => saved, { timeout: 10_000 }).toEqual(['lectures_2026.png']);
    vi.restoreAllMocks();
    refuses(setReadingLog, 'RATE_LIMITED');
    await box().click();
    await expect.element(page.getByText(/^Limite de requêtes atteinte/)).toBeVisible();
    await expect.element(box()).toBeChecked();
    answers(setReadingLog, {});
    answers(getReadingLog, { isOn: false, periods: [] });
    await box().click();
    await expect.element(page.getByText(/rien n’est compté\.$/)).toBeVisible();
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  });

  test('is empty at first, and says when it could not be loaded', async () => {
    isOffline(getReadingLog);
    await open();
    await expect.element(page.getByText('Votre carnet n’a pas pu être chargé.')).toBeVisible();
    answers(getReadingLog, { isOn: true, periods: [] });
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(page.getByText(/^Votre carnet commence/)).toBeVisible();
  });
});
