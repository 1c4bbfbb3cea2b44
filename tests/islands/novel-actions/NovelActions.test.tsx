import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NovelActions } from '#islands/novel-actions/NovelActions.tsx';
import { getLibraryStatus, setLibraryStatus } from '#shared/contracts/library.ts';
import {
  getUserFavorite,
  getUserRating,
  rateNovel,
  setFavorite,
} from '#shared/contracts/novels.ts';
import { getNovelNotices } from '#shared/contracts/notices.ts';
import { notOffered } from '../world/notices.ts';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { messages } from '#shared/messages.ts';
import { answers, bodiesOf, holds, isOffline, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const novelId = '01930000-0000-7000-8000-000000000002';
const toggle = () => page.getByRole('button', { name: /^Suiv(re|i)$/ });
const figure = () => page.getByText(/^\d+$/);

const draw = () =>
  render(
    <main>
      <p>
        Favoris : <span data-figure="favorites">40</span>
      </p>
      <NovelActions novelId={novelId} slug="l-encre" favorites={40} />
    </main>,
  );

const unread = { nextChapter: null, canTakeCopy: false, knownSimilar: [] };

beforeEach(() => {
  signIn();
  answers(getUserFavorite, { favorites: 41, isFavorited: false });
  answers(getNovelNotices, notOffered);
  answers(getUserRating, { rating: null });
  answers(getLibraryStatus, { ...unread, status: null, isChosen: false });
});

describe('a favourite', () => {
  test('has the number of now, whatever the page was made with', async () => {
    answers(getUserFavorite, { favorites: 41, isFavorited: true });
    await draw();
    await expect.element(toggle()).toHaveAttribute('aria-pressed', 'true');
    await expect.element(figure()).toHaveTextContent('41');
    await axeEverywhere();
  });

  test('is shown before the server answers, set with the keyboard; the last wish counts', async () => {
    await draw();
    await expect.element(figure()).toHaveTextContent('41');
    answers(setFavorite, ({ isFavorited = false }) => ({
      favorites: isFavorited ? 42 : 41,
      isFavorited,
    }));
    const held = holds(setFavorite);
    (toggle().element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(toggle()).toHaveAttribute('aria-pressed', 'true');
    await expect.element(toggle()).toHaveTextContent('Suivi');
    await expect.element(figure()).toHaveTextContent('42');
    await userEvent.keyboard('{Enter}');
    await expect.element(toggle()).toHaveAttribute('aria-pressed', 'false');
    await expect.element(toggle()).toHaveTextContent('Suivre');
    await expect.element(figure()).toHaveTextContent('41');
    // More clicks than one, and the first is still on its way: what is wished last is sent, once.
    for (let click = 0; click < 4; click++) await toggle().click();
    expect(bodiesOf(setFavorite)).toEqual([{ isFavorited: true }]);
    held.release();
    await expect
      .poll(() => bodiesOf(setFavorite))
      .toEqual([{ isFavorited: true }, { isFavorited: false }]);
    await expect.element(toggle()).toHaveAttribute('aria-pressed', 'false');
    await expect.element(figure()).toHaveTextContent('41');
  });

  test('that cannot be saved is taken back, and the reader is told', async () => {
    expectMessage(/^favourite: 500 INTERNAL$/);
    await draw();
    await expect.element(figure()).toHaveTextContent('41');
    refuses(setFavorite, 'INTERNAL');
    await toggle().click();
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Ce changement n’a pas pu être enregistré.');
    await expect.element(toggle()).toHaveAttribute('aria-pressed', 'false');
    await expect.element(figure()).toHaveTextContent('41');
    expect(bodiesOf(setFavorite)).toEqual([{ isFavorited: true }]);
    await axeEverywhere();
  });

  test('is told about for ten seconds, and no longer', async () => {
    expectMessage(/^favourite: 500 INTERNAL$/);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await draw();
      await expect.element(figure()).toHaveTextContent('41');
      refuses(setFavorite, 'INTERNAL');
      await toggle().click();
      const told = page.getByRole('status');
      await expect.element(told).toHaveTextContent('Ce changement n’a pas pu être enregistré.');
      await vi.advanceTimersByTimeAsync(9_900);
      expect(told.element().textContent).not.toBe('');
      await vi.advanceTimersByTimeAsync(200);
      await expect.poll(() => document.querySelector('[role="status"]')?.textContent).toBe('');
    } finally {
      vi.useRealTimers();
    }
  });
});

/** The matcher takes every space for a plain one. */
const waits = messages.changeWaits.replaceAll('\u00A0', ' ');

test('a rating made without a connection stays shown, and is sent with it, once', async () => {
  expectMessage(/CSRF token unobtainable/);
  answers(getUserRating, { rating: 3 });
  await draw();
  const star = (count: number) => page.getByRole('radio', { name: new RegExp(`^${count} étoile`) });
  await expect.element(star(3)).toBeChecked();
  isOffline(rateNovel);
  (star(5).element() as HTMLInputElement).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(waits);
  await expect.element(star(5)).toBeChecked();
  answers(rateNovel, { ratingAvg: 5, ratingCount: 1 });
  dispatchEvent(new Event('online'));
  await expect.poll(() => bodiesOf(rateNovel)).toHaveLength(2);
  await expect.poll(() => document.querySelector('[role="status"]')?.textContent).toBe('');
  await expect.element(star(5)).toBeChecked();
  expect(bodiesOf(rateNovel)).toEqual([{ rating: 5 }, { rating: 5 }]);
});

test('a rating made without a connection that is refused then is taken back', async () => {
  expectMessage(/CSRF token unobtainable/);
  answers(getUserRating, { rating: 3 });
  await draw();
  const star = (count: number) => page.getByRole('radio', { name: new RegExp(`^${count} étoile`) });
  await expect.element(star(3)).toBeChecked();
  isOffline(rateNovel);
  (star(1).element() as HTMLInputElement).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(waits);
  refuses(rateNovel, 'NOT_FOUND');
  dispatchEvent(new Event('online'));
  await expect.element(star(3)).toBeChecked();
});

describe('the library', () => {
  const choice = () => page.getByRole('combobox', { name: /^Dans ma bibliothèque/ });

  test('says where the novel stands, and takes another status', async () => {
    answers(getLibraryStatus, { ...unread, status: 'reading', isChosen: false });
    answers(setLibraryStatus, ({ status }) => ({ status, isChosen: status !== null }));
    await draw();
    await expect.element(choice()).toHaveValue('reading');
    await choice().selectOptions('abandonné');
    await expect.element(choice()).toHaveValue('dropped');
    await choice().selectOptions('non');
    await expect
      .poll(() => bodiesOf(setLibraryStatus))
      .toEqual([{ status: 'dropped' }, { status: null }]);
    await axeEverywhere();
  });

  test('leads back to the account’s chapter, and proposes nothing that it knows', async () => {
    const idOf = (number: number) => `01930000-0000-7000-8000-00000000000${number}`;
    answers(getLibraryStatus, {
      status: 'reading',
      isChosen: false,
      canTakeCopy: true,
      knownSimilar: [idOf(8)],
      nextChapter: { _id: idOf(3), chapterNumber: 3 },
    });
    await render(
      <>
        <a className="way-in" href={`/chapter/${idOf(1)}`}>
          <span>Commencer la lecture</span>
          <small>Chapitre 1</small>
        </a>
        <ol className="chapters">
          {[1, 2, 3].map((number) => (
            <li key={number}>
              <a className="title" href={`/chapter/${idOf(number)}`}>
                <span className="number">{number}</span>
              </a>
            </li>
          ))}
        </ol>
        <section>
          <p data-similar={idOf(8)}>Connu</p>
          <p data-similar={idOf(9)}>Nouveau</p>
        </section>
      </>,
    );
    await draw();
    await expect
      .element(page.getByRole('link', { name: /^Reprendre la lecture/ }))
      .toHaveAttribute('href', `/chapter/${idOf(3)}`);
    expect(document.querySelectorAll('.is-read')).toHaveLength(2);
    await expect.element(page.getByText('Connu')).not.toBeVisible();
    await expect.element(page.getByText('Nouveau')).toBeVisible();
  });

  test('is as it was where a status cannot be saved, and the reader is told', async () => {
    expectMessage(/^library: 500 INTERNAL$/);
    await draw();
    await expect.element(choice()).toBeEnabled();
    refuses(setLibraryStatus, 'INTERNAL');
    await choice().selectOptions('à lire');
    await expect.element(page.getByText('Ce changement n’a pas pu être enregistré.')).toBeVisible();
    await expect.element(choice()).toHaveValue('');
  });

  test('is not offered where nobody knows where the novel stands', async () => {
    expectMessage(/^own library: 500 INTERNAL$/);
    refuses(getLibraryStatus, 'INTERNAL');
    await draw();
    await expect.element(figure()).toHaveTextContent('41');
    await expect.poll(() => choice().elements()).toEqual([]);
    await axeEverywhere();
  });
});
