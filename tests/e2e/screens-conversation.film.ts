/** Messages, rules, announcements and notes, filmed in their states at both sizes: `npm run screenshots:studio`. */
import type { Page } from 'playwright/test';
import { z } from 'zod';
import { said, dialog, lighthouse } from './author-screens.ts';
import { knock } from './challenges.ts';
import { film } from './film.ts';
import { expect, test } from './fixtures.ts';

test.use({ actionTimeout: 15_000 });

const comment = async (page: Page, userId: string, chapterId: string, texts: string[]) =>
  z
    .array(z.uuid())
    .parse(await knock(page, 'comment', { userId, chapterId, parentId: null, texts }));

test('messages, rules, announcements and notes @both-widths', async ({ page, signInAs }) => {
  test.setTimeout(240_000);
  const shot = film(page);
  const reader = await signInAs({ name: 'Zoé' });
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const { novelId, chapterIds } = await lighthouse(page, author);
  const [chapterId = ''] = chapterIds;
  await comment(page, reader.id, chapterId, [
    'Le gardien revient-il ?',
    'Bravo. '.repeat(40),
    'Je n’aime pas ce chapitre.',
  ]);
  await page.goto(`/my-novels?vue=regles&roman=${novelId}`);
  await page.getByLabel('Mots et expressions').fill('Spoil, la fin');
  await page.getByRole('button', { name: 'Enregistrer les mots' }).click();
  await said(page, 'Enregistré');
  await shot('regles');
  await comment(page, reader.id, chapterId, ['LA FIN est belle.']);
  // A typo, by the door that readers have.
  await signInAs({ id: reader.id });
  await page.goto(`/chapter/${chapterId}`);
  await shot('chapitre');
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  await expect(dialog(page)).toBeVisible();
  await shot('commentaires-d-un-lecteur');
  await page.getByRole('button', { name: /Signalez-la/ }).click();
  await shot('coquille-a-choisir');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await shot('coquille-mots');
  await page.getByRole('dialog').getByLabel('Correction').fill('La');
  await shot('coquille-correction');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Merci !' })).toBeVisible();
  await shot('coquille-merci');
  await signInAs({ id: author.id });
  await page.goto('/my-novels');
  await expect(page.getByRole('link', { name: /^Messages/ }).first()).toBeVisible();
  await shot('romans-avec-messages');
  await page.goto(`/my-novels?roman=${novelId}`);
  await page.waitForLoadState('networkidle');
  await shot('roman-avec-messages');
  await page.goto('/my-novels?vue=messages');
  await expect(page.getByRole('article').first()).toBeVisible();
  await shot('tous-les-messages');
  for (const [filter, name] of [
    ['', 'messages-du-roman'],
    ['&filtre=non-lus', 'non-lus'],
    ['&filtre=sans-reponse', 'sans-reponse'],
    ['&filtre=a-approuver', 'a-approuver'],
    ['&filtre=coquilles', 'coquilles'],
  ] as const) {
    await page.goto(`/my-novels?vue=messages&roman=${novelId}${filter}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await shot(name);
  }
  const typo = page.getByRole('article').first();
  await typo.getByRole('button', { name: /^Refuser/ }).click();
  await shot('coquille-refuser');
  await page.goto(`/my-novels?vue=messages&roman=${novelId}`);
  const question = page.getByRole('article').filter({ hasText: 'revient-il' });
  await question.getByRole('button', { name: /^Répondre/ }).click();
  await page.keyboard.type('Au chapitre trois.');
  await shot('repondre');
  await page.goto(`/my-novels?vue=messages&filtre=coquilles&roman=${novelId}`);
  await expect(dialog(page).or(page.getByRole('article')).first()).toBeVisible();
  await page.goto(`/my-novels?vue=messages&roman=${novelId}`);
  const bad = page.getByRole('article').filter({ hasText: 'Je n’aime pas' });
  await bad.locator('summary').click();
  await shot('menu-d-un-commentaire');
  await page.getByRole('button', { name: 'Supprimer ce commentaire' }).click();
  await shot('supprimer-un-commentaire');
  await bad.getByLabel('Motif').fill('Hors sujet.');
  await bad.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await said(page, 'Commentaire supprimé.');
  await shot('commentaire-supprime');
  await question.locator('summary').click();
  await page.getByRole('button', { name: /^Bloquer/ }).click();
  await shot('bloquer');
  await question.getByLabel('Motif').fill('Il insulte.');
  await question.getByRole('button', { name: 'Bloquer', exact: true }).click();
  await said(page, /bloqué/);
  await page.goto(`/my-novels?vue=regles&roman=${novelId}`);
  await expect(page.getByRole('list', { name: 'Personnes bloquées' })).toContainText('Zoé');
  await shot('lecteurs-bloques');

  await page.goto(`/my-novels?roman=${novelId}&vue=annonces`);
  await expect(page.getByRole('button', { name: 'Nouvelle annonce' })).toBeVisible();
  await shot('annonces-vide');
  await page.getByRole('button', { name: 'Nouvelle annonce' }).click();
  await shot('nouvelle-annonce');
  await page.getByRole('textbox', { name: 'Titre', exact: true }).fill('Une pause');
  await page.getByLabel('Texte', { exact: true }).fill('Je reviens en mars.\n\nMerci !');
  await page.getByRole('link', { name: 'Chiffres' }).click();
  await expect(dialog(page)).toBeVisible();
  await shot('annonce-quitter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publier l’annonce' }).click();
  await said(page, 'Annonce publiée.');
  await shot('annonces');
  await page.getByLabel('Avant le texte').fill('Merci de lire !\nÀ mercredi.');
  await page.getByLabel('Après le texte').fill('À bientôt.');
  await page.getByRole('button', { name: 'Enregistrer les notes' }).click();
  await said(page, 'Notes enregistrées.');
  await shot('notes-du-roman');
  const { slug } = z
    .object({ slug: z.string() })
    .parse(await (await page.request.get(`/api/novels/${novelId}`)).json());
  await page.goto(`/chapter/${chapterId}`);
  await page.getByRole('complementary').first().scrollIntoViewIfNeeded();
  await shot('notes-au-chapitre');
  await page.goto(`/novel/${slug}`);
  await page.getByRole('region', { name: 'Annonces' }).scrollIntoViewIfNeeded();
  await shot('annonces-au-roman');
  await page.getByRole('region', { name: 'Annonces' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Une pause');
  await shot('annonce');
  await signInAs({ id: reader.id });
  await page.goto(`/chapter/${chapterId}`);
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  await expect(dialog(page)).toContainText('Motif');
  await shot('commentaire-supprime-au-lecteur');
});
