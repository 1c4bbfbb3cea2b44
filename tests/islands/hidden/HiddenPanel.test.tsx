import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getHidden, setHidden } from '#shared/contracts/hidden.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { answers, bodiesOf, holds } from '../world/forged-server.ts';
import { signIn } from '../world/signed-in.ts';

test('what lists hide waits for the account’s, which gets the device’s and each change, never a whole list', async () => {
  const here = { of: null, subjects: ['tag/a'], pages: ['/novel/x'] };
  localStorage.setItem(storageKeys.hiddenSubjects, JSON.stringify(here));
  const account = new Set(['genre/horreur']);
  answers(getHidden, () => ({ subjects: [...account] }));
  answers(setHidden, ({ add, remove }) => {
    for (const each of add) account.add(each);
    for (const each of remove) account.delete(each);
    return { subjects: [...account] };
  });
  signIn();
  const { release } = holds(setHidden);
  const opener = document.body.appendChild(document.createElement('button'));
  const { open } = await import('#islands/hidden/HiddenPanel.tsx');
  open(opener);
  const genre = page.getByRole('checkbox', { name: 'Genre : Horreur' });
  await expect.element(page.getByText('Chargement…')).toBeVisible();
  release();
  await expect.element(genre).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Mot-clé : a' })).toBeChecked();
  const stored = JSON.parse(localStorage.getItem(storageKeys.hiddenSubjects) ?? '') as object;
  // What was hidden of other subjects is asked about again.
  expect(stored).toMatchObject({ pages: [] });
  await genre.click();
  await expect.element(genre).not.toBeChecked();
  expect(bodiesOf(setHidden).at(0)).toEqual({ add: ['tag/a'], remove: [] });
  expect(bodiesOf(setHidden).at(-1)).toEqual({ add: [], remove: ['genre/horreur'] });
  opener.remove();
});
