import { axeViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { layoutShift, shiftMax } from './layout-shift.ts';
import { longNovel } from './novels.ts';
import { placeAnswered, readTo } from './reading.ts';
import { addNovel } from './studio.ts';

const slug = 'contre-courant';
const address = `/novel/${slug}/avis`;

test('a reader of five chapters writes a review, changes it and takes it back', async ({
  page,
  catalogue,
  signInAs,
  expectFailure,
}) => {
  test.slow();
  await page.goto(`/novel/${slug}`);
  await page.getByRole('link', { name: 'Avis des lecteurs' }).click();
  await expect(page.getByRole('link', { name: 'Écrire un avis' })).toBeVisible();
  await signInAs();
  await page.goto(address);
  await expect(page.getByText('vous en avez ouvert 0')).toBeVisible();
  for (const { _id } of catalogue
    .novel(slug)
    .chapters.filter(({ isPremium }) => !isPremium)
    .slice(0, 5)) {
    await page.goto(`/chapter/${_id}`);
    const stored = placeAnswered(page);
    await readTo(page, 0.4);
    await stored;
  }
  await page.goto(address);
  await page.getByRole('button', { name: 'Écrire un avis' }).click();
  await page.getByLabel('Titre', { exact: true }).fill('On monte, on reste');
  await page.getByLabel('Votre avis').fill('Trop court.');
  expectFailure(400);
  await page.getByRole('button', { name: 'Publier' }).click();
  await expect(page.getByText('Au moins 100 caractères.')).toBeVisible();
  const text = 'Chaque porte est une histoire, et l’escalier les tient toutes ensemble. '.repeat(2);
  await page.getByLabel('Votre avis').fill(text);
  await page.getByLabel('Il révèle l’intrigue').check();
  await page.getByRole('button', { name: 'Publier' }).click();
  const review = page.getByRole('article', { name: 'On monte, on reste' });
  await expect(review).toBeVisible();
  await expect(review.getByText('Chaque porte')).toBeHidden();
  await review.getByText('Cet avis révèle l’intrigue').click();
  await expect(review.getByText('Chaque porte')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Modifier mon avis' }).click();
  await page.getByRole('button', { name: 'Le supprimer' }).click();
  await page.getByRole('button', { name: 'Supprimer pour de bon' }).click();
  await expect(page.getByText('Aucun avis pour le moment.')).toBeVisible();
});

test('another reader finds a review useful, and the author answers it once', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author', name: 'Élise Plume' });
  const title = `Le Phare ${crypto.randomUUID().slice(0, 8)}`;
  const text = Array.from({ length: 40 }, () => 'Le vent tournait les pages du registre.').join(
    '</p><p>',
  );
  const { chapterIds } = await addNovel(page, author, title, [
    { title: 'Un', text, isPublished: true },
  ]);
  await signInAs({ name: 'Nour' });
  await page.goto(`/chapter/${chapterIds[0] ?? ''}`);
  const stored = placeAnswered(page);
  await readTo(page, 0.4);
  await stored;
  const novel = new URL(
    (await page.locator('.reader .back').getAttribute('href')) ?? '',
    page.url(),
  );
  const reviews = `${novel.pathname}/avis`;
  await page.goto(reviews);
  await page.getByRole('button', { name: 'Écrire un avis' }).click();
  await page.getByLabel('Titre', { exact: true }).fill('La lampe tient');
  await page
    .getByLabel('Votre avis')
    .fill('Un gardien, une lampe, et tout un hiver devant eux. '.repeat(3));
  await page.getByRole('button', { name: 'Publier' }).click();
  const review = page.getByRole('article', { name: 'La lampe tient' });
  await expect(review).toBeVisible();
  await expect(review.getByRole('button', { name: /^Utile/ })).toHaveCount(0);

  await signInAs({ name: 'Zoé' });
  await page.goto(reviews);
  await review.getByRole('button', { name: /^Utile/ }).click();
  await expect(review.getByRole('button', { name: /Utile/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(async () => {
    await page.reload();
    await expect(review).toContainText(/1\s+personne/, { timeout: 1_000 });
  }).toPass();

  await signInAs({ id: author.id });
  await page.goto(reviews);
  await review.getByRole('button', { name: /^Répondre à l’avis de Nour/ }).click();
  await page
    .getByLabel(/^Répondre à l’avis de Nour/)
    .fill('Merci d’avoir passé cet hiver avec lui.');
  await page.getByRole('button', { name: 'Publier' }).click();
  await expect(review).toContainText('Merci d’avoir passé cet hiver avec lui.');
  await expect(review).toContainText(/Réponse d’Élise \S+, pour le roman, le \d/);
  await expect(review.getByRole('button', { name: /^Modifier la réponse/ })).toBeVisible();
});

test('what a reader hides is in no list, without anything moving, and comes back', async ({
  page,
}) => {
  await page.goto('/novel/contre-courant');
  await page.getByRole('button', { name: 'Ne plus me montrer' }).click();
  await expect(page.getByRole('checkbox', { name: /^Auteur\s: Solène Vauquier$/ })).toBeVisible();
  const card = page.getByRole('link', { name: longNovel.title });
  const list = '/romans?q=marches';
  await page.goto(list);
  await expect(card).toBeVisible();
  await page.goto(`/novel/${longNovel.slug}`);
  await page.getByRole('button', { name: 'Ne plus me montrer' }).click();
  const author = page.getByRole('checkbox', { name: /^Auteur/ }).first();
  await author.check();
  expect(await axeViolations(page)).toEqual([]);
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(list);
    await expect(card).toBeHidden();
    expect(await layoutShift(page)).toBeLessThanOrEqual(shiftMax);
  }
  await page.getByRole('button', { name: 'Ce que les listes ne me montrent plus' }).click();
  await author.uncheck();
  await page.goto(list);
  await expect(card).toBeVisible();
});
