import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NameHolders } from '#islands/moderation/NameHolders.tsx';
import { getNameHolders, listNameUses, setNameHolder } from '#shared/contracts/author-names.ts';
import { axeEverywhere } from '../world/axe.ts';
import { answers, bodiesOf, refuses } from '../world/forged-server.ts';

const holder = { _id: crypto.randomUUID(), name: 'Zoé Martin' };
const other = { _id: crypto.randomUUID(), name: 'Ali Roux' };

test('an admin sees who holds a name, adds an account and takes one away', async () => {
  answers(listNameUses, { uses: [] });
  answers(getNameHolders, { holders: [{ ...holder, isHolder: true }] });
  await render(
    <main>
      <h1>Modération</h1>
      <NameHolders />
    </main>,
  );
  await page.getByLabelText('Adresse de la page du nom').fill('https://site.test/auteurs/zoe-m/');
  await page.getByRole('button', { name: 'Chercher' }).click();
  await expect.element(page.getByRole('heading', { name: /zoe-m/ })).toBeVisible();
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
  await expect.element(page.getByText('Compte ajouté.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /zoe-m/ })).toHaveFocus();
  await page.getByRole('button', { name: 'Retirer Zoé Martin' }).click();
  await expect.element(page.getByText('Zoé Martin (retiré)')).toBeVisible();
  expect(bodiesOf(setNameHolder).at(-1)).toEqual({ userId: holder._id, isHolder: false });
});
