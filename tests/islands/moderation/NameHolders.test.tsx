import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NameHolders } from '#islands/moderation/NameHolders.tsx';
import { getNameHolders, listNameUses, setNameHolder } from '#shared/contracts/author-names.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, breaks, refuses } from '../world/forged-server.ts';

const holder = { _id: crypto.randomUUID(), name: 'Zoé Martin' };
const other = { _id: crypto.randomUUID(), name: 'Ali Roux' };

test('an admin sees who holds a name, adds an account and takes one away', async () => {
  answers(listNameUses, { uses: [], slug: 'zoe-m' });
  answers(getNameHolders, { holders: [{ ...holder, isHolder: true }] });
  await render(
    <main>
      <h1>Modération</h1>
      <NameHolders />
    </main>,
  );
  await page.getByLabelText('Nom d’auteur ou de traducteur').fill('Zoé M');
  await page.getByRole('button', { name: 'Chercher' }).click();
  await expect.element(page.getByRole('heading', { name: /Zoé M/ })).toBeVisible();
  await expect.element(page.getByText('Zoé Martin')).toBeVisible();
  await axeEverywhere();

  refuses(setNameHolder, 'NOT_FOUND', { message: 'Cette personne n’existe pas.' });
  const add = page.getByRole('button', { name: 'Ajouter le compte' });
  await page.getByLabelText('Identifiant du compte').fill(other._id);
  await add.click();
  await expect.element(page.getByText('Cette personne n’existe pas.')).toBeVisible();

  answers(setNameHolder, ({ userId, isHolder }) => ({
    holders: [
      { ...holder, isHolder: userId !== holder._id || isHolder },
      { ...other, isHolder: true },
    ],
  }));
  await add.click();
  await expect.element(page.getByText('Le compte annonce sous ce nom.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /Zoé M/ })).toHaveFocus();
  const sent = bodiesOf(setNameHolder).length;
  await page.getByRole('button', { name: 'Retirer (Zoé Martin)' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/n’en sont plus prévenus/);
  expect(bodiesOf(setNameHolder)).toHaveLength(sent);
  await axeEverywhere();
  await page.getByRole('button', { name: 'Retirer', exact: true }).last().click();
  await expect.element(page.getByText('Retiré', { exact: true })).toBeVisible();
  expect(bodiesOf(setNameHolder).at(-1)).toEqual({ userId: holder._id, isHolder: false });
  await expect.element(page.getByText('Compte retiré.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /Zoé M/ })).toHaveFocus();
  await page.getByRole('button', { name: 'Rendre le nom à Zoé Martin' }).click();
  await expect.poll(() => bodiesOf(setNameHolder).at(-1)).toMatchObject({ isHolder: true });
});

test('a list that fails leaves the search, which says that a blank name is none', async () => {
  breaks(listNameUses);
  await render(
    <main>
      <h1>Modération</h1>
      <NameHolders />
    </main>,
  );
  await expect.element(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  answers(listNameUses, { uses: [], slug: null });
  await page.getByLabelText('Nom d’auteur ou de traducteur').fill('   ');
  await page.getByRole('button', { name: 'Chercher' }).click();
  await expect
    .element(page.getByText('Indiquez le nom d’un auteur ou d’un traducteur.'))
    .toBeVisible();
});
