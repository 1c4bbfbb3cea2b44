import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import LeavingScreen from '#islands/studio/leaving/LeavingScreen.tsx';
import { getStudioNovel, type StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

const id = '01890000-0000-7000-8000-000000000001';
const ownerId = '01890000-0000-7000-8000-000000000002';
const novel = {
  _id: id,
  title: 'La Tour d’Été',
  owner: { _id: ownerId, name: 'Mathilde' },
  chapters: { published: 2, scheduled: 0, draft: 1 },
} as StudioNovelBody;

async function draw(told: StudioNovelBody, userId = ownerId) {
  signIn({ role: 'author' });
  answers(getStudioNovel, told);
  await render(
    <main>
      <h1>Espace auteur</h1>
      <LeavingScreen novelId={id} userId={userId} />
    </main>,
  );
}

describe('“Exporter”', () => {
  test('offers a book, Markdown files and the comments', async () => {
    await draw(novel);
    for (const name of ['Livre EPUB', 'Archive Markdown', 'Commentaires']) {
      await expect.element(page.getByRole('heading', { name })).toBeVisible();
    }
    await expect.element(page.getByRole('checkbox')).toBeChecked();
    await axeEverywhere();
  });

  test('says that there is nothing to take along yet', async () => {
    await draw({ ...novel, chapters: { published: 0, scheduled: 0, draft: 0 } });
    await expect
      .element(page.getByText('Ce roman n’a pas encore de chapitre à exporter.'))
      .toBeVisible();
    await axeEverywhere();
  });

  test('offers an admin nothing of another’s novel', async () => {
    await draw(novel, id);
    await expect
      .element(page.getByText('Seule la personne à qui ce roman appartient peut l’exporter.'))
      .toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
    await axeEverywhere();
  });
});
