import '../../../src/islands/follow/follow.css';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FollowAuthor } from '#islands/follow/FollowAuthor.tsx';
import { getFollowedAuthor, setFollowedAuthor } from '#shared/contracts/authors.ts';
import { getAuthorNotices, setAuthorNotices } from '#shared/contracts/notices.ts';
import { notOffered } from '../world/notices.ts';
import { axeEverywhere } from '../world/axe.ts';
import { expectMessage } from '../world/console.ts';
import { answers, bodiesOf, holds, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const toggle = () => page.getByRole('button', { name: /^Suiv(re|i)$/ });
const draw = () =>
  render(
    <main>
      <FollowAuthor slug="ines-vidal" />
    </main>,
  );
const meaning = 'Ses nouveaux romans et chapitres vous seront annoncés à l’accueil.';

beforeEach(() => answers(getAuthorNotices, notOffered));

test('a visitor is led to sign in, and reads what following means', async () => {
  // Outside its page the island is drawn before it is known that nobody is signed in.
  expectMessage(/no answer is prepared for GET/);
  await draw();
  const link = page.getByRole('link', { name: 'Suivre' });
  await expect
    .element(link)
    .toHaveAttribute('href', '/login?retour=%2Fauteur%2Fines-vidal&motif=connexion');
  await expect.element(link).toHaveAccessibleDescription(meaning);
  await axeEverywhere();
});

test('whom a reader follows is shown so, with the same words beside it', async () => {
  signIn();
  answers(getFollowedAuthor, { isFollowed: true });
  await draw();
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'true');
  await expect.element(toggle()).toHaveTextContent('Suivi');
  await expect.element(toggle()).toHaveAccessibleDescription(meaning);
  await axeEverywhere();
});

test('following is shown before the server answers, and the last wish is sent', async () => {
  signIn();
  answers(getFollowedAuthor, { isFollowed: false });
  answers(setFollowedAuthor, ({ isFollowed }) => ({ isFollowed }));
  await draw();
  const held = holds(setFollowedAuthor);
  (toggle().element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'false');
  expect(bodiesOf(setFollowedAuthor)).toEqual([{ isFollowed: true }]);
  held.release();
  await expect
    .poll(() => bodiesOf(setFollowedAuthor))
    .toEqual([{ isFollowed: true }, { isFollowed: false }]);
  await expect.element(toggle()).toHaveTextContent('Suivre');
});

test('what cannot be saved is taken back, and the reader is told', async () => {
  expectMessage(/^follow: 500 INTERNAL$/);
  signIn();
  answers(getFollowedAuthor, { isFollowed: false });
  refuses(setFollowedAuthor, 'INTERNAL');
  await draw();
  await toggle().click();
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Ce changement n’a pas pu être enregistré.');
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'false');
  await axeEverywhere();
});

test('who is told of releases can mute an author, and hear of them again', async () => {
  signIn();
  answers(getFollowedAuthor, { isFollowed: true });
  answers(getAuthorNotices, { isOffered: true, isAsked: true, isTold: true });
  answers(setAuthorNotices, ({ isTold }) => ({ isOffered: true, isAsked: true, isTold }));
  await draw();
  const tell = page.getByRole('checkbox', { name: 'M’avertir de ses parutions' });
  await expect.element(tell).toBeChecked();
  await axeEverywhere();
  await tell.click();
  await expect.element(tell).not.toBeChecked();
  await tell.click();
  await expect
    .poll(() => bodiesOf(setAuthorNotices))
    .toEqual([{ isTold: false }, { isTold: true }]);
});

test('who asked for nothing is shown where one asks', async () => {
  signIn();
  answers(getFollowedAuthor, { isFollowed: true });
  answers(getAuthorNotices, { isOffered: true, isAsked: false, isTold: false });
  await draw();
  await expect
    .element(page.getByRole('link', { name: 'M’avertir aussi ailleurs' }))
    .toHaveAttribute('href', '/profile#etre-prevenu');
  await expect.element(toggle()).toHaveAccessibleDescription('Annoncé à l’accueil.');
  await axeEverywhere();
});
