import { expect, test } from './fixtures.ts';
import { backToChapters, chooseOf, idInAddress, openChapter, openNovel } from './studio.ts';

test('a chapter is scheduled in Paris time, refused in the past, and called off', async ({
  page,
  request,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author' });
  await openChapter(page, author, 'À l’heure dite', { title: 'Midi', text: 'Le clocher sonna.' });
  const chapterId = idInAddress(page, 'chapitre');
  await page.getByRole('button', { name: 'Publier…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publication de «\u00A0Midi\u00A0»' });
  await dialog.getByLabel('Publier à une date et une heure').check();
  const wrong = dialog.getByText(/^Cet instant est passé|^Cette heure n’existe pas/);
  const day = dialog.getByLabel('Jour');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/publication')) asked.push(request.url());
  });
  await day.fill('2020-02-03');
  await expect(wrong).toHaveText('Cet instant est passé : choisissez-en un à venir.');
  await expect(dialog).not.toContainText('paraîtra le');
  await dialog.getByRole('button', { name: 'Programmer' }).click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription(/^Cet instant est passé/);
  await expect(wrong).toHaveCount(1);
  await axe();
  await day.fill('2027-03-28');
  await dialog.getByLabel('Heure', { exact: true }).fill('02:30');
  await expect(wrong).toHaveText('Cette heure n’existe pas ce jour-là à Paris.');
  await dialog.getByRole('button', { name: 'Programmer' }).click();
  await day.fill('2098-01-01');
  await expect(wrong).toHaveCount(0);
  await expect(dialog).toContainText(/paraîtra le 1er\sjanvier\s2098\sà\s02:30\./);
  expect(asked).toEqual([]);
  await dialog.getByLabel('Jour').fill('2098-07-14');
  await dialog.getByLabel('Heure', { exact: true }).fill('12:00');
  await expect(dialog).toContainText(/14\sjuillet\s2098\sà\s12:00/);
  const sent = page.waitForRequest((asked) => asked.url().endsWith('/publication'));
  await dialog.getByRole('button', { name: 'Programmer' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ at: '2098-07-14T10:00:00.000Z' });
  await expect(
    page.getByText(/paraîtra le 14\sjuillet\s2098\sà\s12:00, heure de Paris/),
  ).toBeVisible();
  expect((await request.get(`/chapter/${chapterId}`)).status()).toBe(404);
  await backToChapters(page, 'À l’heure dite');
  await expect(page.getByText(/^14\sjuil\.\s2098,\s12:00$/)).toBeVisible();
  await chooseOf(page, 'Midi', 'Publication…');
  await expect(dialog.getByLabel('Heure', { exact: true })).toHaveValue('12:00');
  await dialog.getByLabel('Annuler la parution').check();
  await dialog.getByRole('button', { name: 'Annuler la parution' }).click();
  await expect(page.getByText('«\u00A0Midi\u00A0» est un brouillon.')).toBeVisible();
});

test('a chapter without a title and a text says so, is not sent, and leads to its title @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Vide');
  await page.getByRole('button', { name: 'Écrire un chapitre' }).click();
  await page.getByRole('button', { name: 'Publier…' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Publier', exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/^Il manque un titre et un texte à ce chapitre/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await button.click({ force: true });
  await dialog.getByLabel('Publier maintenant').press('Enter');
  await expect(dialog.getByText(/^Il manque|^Donnez/)).toHaveCount(1);
  expect(asked.filter((url) => url.endsWith('/publication'))).toEqual([]);
  await dialog.getByRole('button', { name: 'Donner un titre' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Titre du chapitre')).toBeFocused();
});
