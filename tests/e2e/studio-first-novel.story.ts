import { expect, test } from './fixtures.ts';
import { chooseOf, openNovel } from './studio.ts';

test('a first novel waits for its acceptance, is refused, corrected, and comes out @variante', async ({
  page,
  signInAs,
  expectFailure,
  axe,
}) => {
  expectFailure(409);
  const author = await signInAs({ role: 'author', name: 'Nora' });
  const chapters = [
    { title: 'Un', text: 'La halle aux draps.' },
    { title: 'Deux', text: 'Le pont.' },
  ];
  // Other stories wait in the same queue.
  const title = `Premier roman ${author.id.slice(-6)}`;
  await openNovel(page, author, title, chapters, { isGated: true });
  await expect(page.getByRole('heading', { name: 'Avant la première parution' })).toBeVisible();
  await axe();
  await chooseOf(page, 'Un', 'Publier…');
  const publishing = page.getByRole('dialog');
  await publishing.getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(
    publishing.getByText(/Votre premier roman est relu avant de paraître/),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  const submit = async (action: string) => {
    await page.getByRole('button', { name: action }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Ce texte est de moi/).check();
    await dialog.getByLabel(/Il convient à tous/).check();
    await dialog.getByLabel('Chapitres qui paraissent dès la réponse').fill('1');
    await axe();
    await dialog.getByRole('button', { name: 'Demander la relecture' }).click();
    await expect(page.getByText(/Relecture demandée le/)).toBeVisible();
  };
  await submit('Demander la relecture…');
  const studio = page.url();

  const admin = await signInAs({ role: 'admin', name: 'Camille' });
  await page.goto('/moderation#romans');
  const waiting = page.getByRole('article', { name: title });
  await expect(waiting.getByText(/2\schapitres, dont 1 à publier/)).toBeVisible();
  await axe();
  await waiting.getByRole('button', { name: /Refuser/ }).click();
  await waiting.getByLabel('Ce que l’auteur doit changer').fill('Le résumé raconte la fin.');
  await waiting.getByRole('button', { name: 'Refuser le roman' }).click();
  await expect(page.getByText('Roman refusé. L’auteur est prévenu.')).toBeVisible();

  await signInAs({ id: author.id });
  await page.goto(studio);
  await expect(page.getByText(/Le résumé raconte la fin/)).toBeVisible();
  await submit('Demander une nouvelle relecture…');

  await signInAs({ id: admin.id });
  await page.goto('/moderation#romans');
  await waiting.getByRole('link', { name: '1. Un' }).click();
  await expect(page.getByText('La halle aux draps.')).toBeVisible();
  await page.goBack();
  await waiting.getByRole('button', { name: /Accepter/ }).click();
  await waiting.getByRole('button', { name: 'Accepter le roman' }).click();
  await expect(page.getByText('Roman accepté. 1 chapitre en ligne.')).toBeVisible();
  await page.goto('/moderation#journal');
  await expect(
    page.getByText(new RegExp(`Premier roman accepté\\s: «\\s${title}\\s»`)),
  ).toBeVisible();

  await signInAs({ id: author.id });
  await page.goto(studio);
  await expect(page.getByRole('link', { name: 'Page publique' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Avant la première parution' })).toHaveCount(0);
});
