import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Files } from '#islands/studio/leaving/LeavingScreen.tsx';
import { axeEverywhere } from '../world/axe.ts';

const _id = '01890000-0000-7000-8000-000000000001';

const draw = (chapters: { published: number; scheduled: number; draft: number }) =>
  render(
    <main>
      <h1>Espace auteur</h1>
      <h2>Exporter</h2>
      <Files novel={{ _id, chapters }} />
    </main>,
  );

describe('“Exporter”', () => {
  test('offers a book, Markdown files and the comments', async () => {
    await draw({ published: 2, scheduled: 0, draft: 1 });
    for (const name of ['Livre EPUB', 'Archive Markdown', 'Commentaires']) {
      await expect.element(page.getByRole('heading', { name })).toBeVisible();
    }
    await expect.element(page.getByRole('checkbox')).toBeChecked();
    await axeEverywhere();
  });

  test('says that there is nothing to take along yet', async () => {
    await draw({ published: 0, scheduled: 0, draft: 0 });
    await expect
      .element(page.getByText('Ce roman n’a pas encore de chapitre à exporter.'))
      .toBeVisible();
    expect(page.getByRole('button').elements()).toEqual([]);
    await axeEverywhere();
  });
});
