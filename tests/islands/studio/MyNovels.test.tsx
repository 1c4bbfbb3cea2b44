import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MyNovels } from '#islands/studio/MyNovels.tsx';
import { listStudioNovels } from '#shared/contracts/studio-novels.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, isOffline, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { studioNovel } from '../world/studio-novel.ts';

const draw = () =>
  render(
    <main>
      <h1>Mes romans</h1>
      <MyNovels />
    </main>,
  );
const none = () => page.getByText('Aucun roman n’est rattaché à votre compte.');

describe('the author’s area', () => {
  test('tells an author without a novel so', async () => {
    signIn({ role: 'author' });
    answers(listStudioNovels, { novels: [], nextCursor: null, newStatement: null });
    await draw();
    await expect.element(none()).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Nouveau roman' })).toBeVisible();
    await axeEverywhere();
  });

  test('refuses a reader and shows the way home', async () => {
    signIn();
    refuses(listStudioNovels, 'FORBIDDEN');
    await draw();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Cette page est réservée aux auteurs.');
    await expect
      .element(page.getByRole('link', { name: 'Retour à l’accueil' }))
      .toHaveAttribute('href', '/');
    await axeEverywhere();
  });

  test('says of a novel that it is offered to one, with the way to the answer', async () => {
    signIn({ role: 'author' });
    const novels = [studioNovel({ role: 'editor', isOffered: true })];
    answers(listStudioNovels, { novels, nextCursor: null, newStatement: null });
    await draw();
    await expect
      .element(page.getByRole('link', { name: /vous propose de reprendre ce roman/ }))
      .toHaveAttribute('href', expect.stringContaining('vue=equipe'));
    await axeEverywhere();
  });

  test('asks again for a list that could not be loaded', async () => {
    signIn({ role: 'author' });
    isOffline(listStudioNovels);
    await draw();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Aucune réponse reçue du serveur');
    await axeEverywhere();
    answers(listStudioNovels, { novels: [], nextCursor: null, newStatement: null });
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect.element(none()).toBeVisible();
  });
});
