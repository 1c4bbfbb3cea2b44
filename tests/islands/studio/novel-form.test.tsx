import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NovelForm } from '#islands/studio/novel/NovelForm.tsx';
import { novelFieldNames } from '#islands/studio/novel/read-novel-form.ts';
import { editNovel } from '#shared/contracts/studio-novels.ts';
import { axeEverywhere } from '../world/axe.ts';
import { bodiesOf, refuses } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';
import { studioNovel } from '../world/studio-novel.ts';

const message = 'Ce titre est trop long.';

test('every field of a novel has an input: one without would be emptied when the form is saved', async () => {
  const user = signIn({ role: 'author' });
  const { container } = await render(<NovelForm novel={studioNovel()} user={user} />);
  const inputs = container.querySelector('form')?.elements;
  expect(novelFieldNames.filter((name) => !inputs?.namedItem(name))).toEqual([]);
});

test('the genres of a novel are one line, which opens all; an error in a closed part opens it', async () => {
  const user = signIn({ role: 'author' });
  await render(
    <main>
      <h1>Fiche du roman</h1>
      <NovelForm novel={studioNovel({ genres: ['Mystery'] })} user={user} />
    </main>,
  );
  await expect.element(page.getByText('Aventure')).not.toBeVisible();
  await page.getByText('Mystère').first().click();
  await page.getByRole('checkbox', { name: 'Aventure' }).click();
  await page.getByText('Aventure, Mystère').click();
  await expect.element(page.getByText('Arts martiaux')).not.toBeVisible();
  await page.getByText('Aucun avertissement').click();
  await page.getByRole('checkbox', { name: 'Violence', exact: true }).click();
  await page.getByLabelText(/^Âge conseillé/).selectOptions('Dès 12\u00A0ans');
  await page.getByRole('checkbox', { name: /^Roman terminé/ }).click();
  const original = page.getByLabelText(/^Titre original/);
  await expect.element(original).not.toBeVisible();
  await axeEverywhere();
  refuses(editNovel, 'MALFORMED', { errors: [{ field: 'originalTitle', message }] });
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.element(original).toHaveFocus();
  await expect.element(original).toHaveAccessibleDescription(/trop long/);
  expect(bodiesOf(editNovel)).toMatchObject([
    {
      genres: ['Adventure', 'Mystery'],
      contentWarnings: ['violence'],
      ageMin: 12,
      allowsCopy: true,
    },
  ]);
  await original.fill('The Lighthouse');
  await expect.element(page.getByText(/trop long/)).not.toBeInTheDocument();
  await expect.element(original).toBeVisible();
});
