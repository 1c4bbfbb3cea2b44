import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MyNovels } from '#islands/studio/MyNovels.tsx';
import { goTo } from '#islands/studio/navigation.ts';
import { ownList } from '#islands/studio/route.ts';
import {
  getStudioChapter,
  type StudioChapterWithCopyBody,
} from '#shared/contracts/studio-chapters.ts';
import { getStudioNovel, listStudioNovels } from '#shared/contracts/studio-novels.ts';
import {
  compareVersion,
  listVersions,
  restoreVersion,
  type ComparisonBody,
  type VersionBody,
} from '#shared/contracts/studio-versions.ts';
import { messages } from '#shared/messages.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { studioNovel } from '../world/studio-novel.ts';

const novelId = '019a0000-0000-7000-8000-000000000001';
const chapterId = '019a0000-0000-7000-8000-000000000002';
const at = '2026-11-20T18:00:00.000Z';
const novel = studioNovel({ _id: novelId });
const chapter: StudioChapterWithCopyBody = {
  ...novel.sums,
  _id: chapterId,
  novelId,
  chapterNumber: 1,
  part: null,
  title: 'Un',
  publicTitle: 'Un',
  status: 'published',
  publishedAt: at,
  leavesOn: null,
  isSilent: false,
  isPremium: false,
  creditCost: 1,
  freeFrom: null,
  isFreeByRule: false,
  teaser: '',
  wordCount: 4,
  hasChanges: false,
  isDeletable: true,
  updatedAt: at,
  publicHtml: '',
  copy: { title: 'Un', html: '', wordCount: 4, version: 1, updatedAt: at },
};

const version = (end: number, more: Partial<VersionBody>): VersionBody => ({
  recap: '',
  cast: '',
  _id: `019a0000-0000-7000-8000-00000000001${end}`,
  kind: 'published',
  title: 'Un',
  wordCount: 4,
  at,
  by: 'Mathilde',
  isOnline: false,
  hasPrevious: false,
  ...more,
});
const first = version(1, { at: '2026-11-19T18:00:00.000Z' });
const second = version(2, { isOnline: true, hasPrevious: true });

const versions = { screen: 'versions', novelId, chapterId } as const;
const row = (shown: VersionBody) =>
  page.getByRole('listitem').filter({ hasText: shown.isOnline ? 'En ligne' : 'Parue' });
const compare = (shown: VersionBody) => row(shown).getByRole('link', { name: /^Comparer/ });

let before = '';
beforeEach(async () => {
  before = location.pathname + location.search;
  signIn({ role: 'author' });
  answers(getStudioNovel, novel);
  answers(getStudioChapter, chapter);
  answers(listVersions, { versions: [second, first], nextCursor: null });
  await goTo({ ...versions, versionId: null });
  await render(
    <main>
      <h1>Mes romans</h1>
      <MyNovels />
    </main>,
  );
});
afterEach(() => history.replaceState(null, '', before));

const compared = (
  shown: VersionBody,
  ofChapter = chapterId,
  blocks: ComparisonBody['blocks'] = [],
  detail: ComparisonBody['detail'] = 'words',
) =>
  answers(compareVersion, {
    chapterId: ofChapter,
    version: shown,
    other: null,
    title: [],
    blocks,
    copyVersion: 1,
    wordsAdded: 0,
    wordsRemoved: 0,
    detail,
  });
/** One word gives way to another. */
const mended: ComparisonBody['blocks'] = [
  {
    parts: [
      { kind: 'same', text: 'La ' },
      { kind: 'removed', text: 'mer' },
      { kind: 'added', text: 'nuit' },
      { kind: 'same', text: ' montait.' },
    ],
  },
];

describe('versions of a chapter', () => {
  test('a comparison has an address: Back leads to the list, and to what was pressed', async () => {
    compared(second);
    await compare(second).click();
    await expect
      .element(page.getByRole('heading', { name: 'Une version, mot à mot' }))
      .toHaveFocus();
    expect(new URLSearchParams(location.search).get('version')).toBe(second._id);
    await axeEverywhere();
    history.back();
    await expect.element(compare(second)).toHaveFocus();
    expect(new URLSearchParams(location.search).get('vue')).toBe('versions');
  });

  test('is compared with the published one before it only where there is one', async () => {
    const previous = page.getByRole('button', { name: 'Avec la version parue avant' });
    compared(first);
    await compare(first).click();
    await expect.element(page.getByText('C’est la première version parue.')).toBeVisible();
    expect(previous.elements()).toEqual([]);
    compared(second);
    await page.getByRole('link', { name: 'Toutes les versions' }).click();
    await compare(second).click();
    await expect.element(previous).toBeVisible();
  });

  test('marks what was added and what was removed apart, by more than a colour', async () => {
    compared(first, chapterId, mended);
    await compare(first).click();
    await expect
      .element(page.getByText(/^De cette version au texte d’aujourd’hui\s: les mots barrés/))
      .toBeVisible();
    const [added, removed] = (['insertion', 'deletion'] as const).map((role) => {
      const { textDecorationLine, backgroundColor } = getComputedStyle(
        page.getByRole(role).element(),
      );
      return { textDecorationLine, backgroundColor };
    });
    expect(added?.textDecorationLine).toBe('underline');
    expect(removed?.textDecorationLine).toBe('line-through');
    expect(added?.backgroundColor).not.toBe(removed?.backgroundColor);
    await axeEverywhere();
  });

  test('says what was not compared', async () => {
    compared(first, chapterId, mended, 'passages');
    await compare(first).click();
    await expect.element(page.getByText(/ne sont pas comparés mot à mot/)).toBeVisible();
    await page.getByRole('link', { name: 'Toutes les versions' }).click();
    compared(first, chapterId, [], 'none');
    await compare(first).click();
    await expect.element(page.getByText(/^Ces deux textes n’ont pas été comparés/)).toBeVisible();
    expect(page.getByText('Rien n’a changé.').elements()).toEqual([]);
    await expect
      .element(page.getByRole('button', { name: 'Reprendre cette version' }))
      .toBeVisible();
  });

  test.each([
    [
      'owner',
      /^La version du 19\snovembre\s2026.* est reprise\. Les lecteurs.*«\sPublication…\s»\.$/,
    ],
    ['proofreader', /est reprise\. Les lecteurs .* la personne qui publie ce roman/],
  ] as const)(
    'taken back, is told in the editor, with what readers see: %s',
    async (role, words) => {
      // Rendered again with this role.
      answers(listStudioNovels, { novels: [], nextCursor: null, newStatement: null });
      await goTo(ownList);
      await expect.element(page.getByRole('link', { name: 'Nouveau roman' })).toBeVisible();
      answers(getStudioNovel, { ...novel, role });
      answers(restoreVersion, chapter.copy);
      compared(first, chapterId, mended);
      await goTo({ ...versions, versionId: first._id });
      await page.getByRole('button', { name: 'Reprendre cette version' }).click();
      // The editor's module is loaded first.
      const text = page.getByRole('textbox', { name: 'Texte du chapitre' });
      await expect.element(text, { timeout: 5_000 }).toHaveFocus();
      await expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible();
      await userEvent.keyboard('La nuit.');
      await expect.element(page.getByText(words)).not.toBeInTheDocument();
    },
  );

  test('has no comparison with a version of another chapter', async () => {
    compared(version(3, { title: 'Deux' }), '019a0000-0000-7000-8000-000000000003');
    await goTo({ ...versions, versionId: version(3, {})._id });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(messages.studio.versionMissing);
    expect(page.getByRole('button', { name: 'Reprendre cette version' }).elements()).toEqual([]);
    expect(page.getByText('Deux').elements()).toEqual([]);
  });
});
