/** Every screen of the author's area and of the publisher's, in its states: `npm run test:slow`. */
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { z } from 'zod';
import { knock } from './challenges.ts';
import { film } from './film.ts';
import { expect, test } from './fixtures.ts';
import { ownNovel } from './own-novels-door.ts';
import {
  addNovel,
  caretKnown,
  chooseOf,
  chooseOfNovel,
  editorText,
  menuButton,
  novelMenu,
  paste,
  saved,
} from './studio.ts';

test.use({ actionTimeout: 15_000 });

const said = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
const dialog = (page: Page) => page.getByRole('dialog');
const cancel = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Annuler', exact: true }).click();
const bar = (page: Page) => page.getByRole('region', { name: 'Chapitres choisis' });
async function begin(page: Page, action: string): Promise<void> {
  await bar(page).getByLabel('Action').selectOption({ label: action });
  await bar(page).getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog(page)).toBeVisible();
}
const rows = (page: Page) => page.getByRole('region', { name: 'Chapitres' }).getByRole('article');

const titles = [
  'La lampe',
  'Le brouillard descend sur le port',
  'Où l’on apprend que le gardien du phare n’avait pas dit toute la vérité sur la nuit du naufrage',
  'Le naufrage',
  'Une lettre',
  'La marée',
  'Le retour',
];
const prose = 'Le clocher sonna deux fois, et la lampe du phare s’éteignit sans bruit. '.repeat(24);

/** A novel with published, premium and draft chapters. */
async function lighthouse(page: Page, author: { id: string }, title = 'Le Phare de Kerlaz') {
  return addNovel(
    page,
    author,
    title,
    titles.map((name, index) => ({
      title: name,
      text: prose,
      isPublished: index < 4,
      isPremium: index > 1 && index < 5,
    })),
  );
}

const comment = async (page: Page, userId: string, chapterId: string, texts: string[]) =>
  z
    .array(z.uuid())
    .parse(await knock(page, 'comment', { userId, chapterId, parentId: null, texts }));

test('the list of novels and a novel’s form @partout @lent', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  test.setTimeout(180_000);
  expectFailure(400);
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  await page.goto('/my-novels');
  await expect(page.getByRole('link', { name: 'Nouveau roman' }).first()).toBeVisible();
  await shot('aucun-roman');
  await page.getByRole('link', { name: 'Nouveau roman' }).first().click();
  await expect(page.getByLabel('Titre', { exact: true })).toBeVisible();
  await shot('nouveau-roman');
  await page.getByRole('button', { name: 'Créer le roman' }).click();
  await expect(page.getByLabel('Titre', { exact: true })).toBeFocused();
  await shot('nouveau-roman-refuse');
  page.on('dialog', (question) => void question.accept());
  const { novelId } = await lighthouse(page, author);
  const empty = await addNovel(page, author, 'Un carnet vide');
  await page.goto('/my-novels');
  await expect(page.getByRole('link', { name: 'Le Phare de Kerlaz' }).first()).toBeVisible();
  await shot('romans');
  await page.goto(`/my-novels?roman=${novelId}&vue=fiche`);
  await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('Le Phare de Kerlaz');
  await shot('fiche');
  const buffer = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#336699' },
  })
    .png()
    .toBuffer();
  await page
    .getByLabel('Choisir une image')
    .setInputFiles({ name: 'mer.png', mimeType: 'image/png', buffer });
  await page.getByLabel('De gauche à droite').scrollIntoViewIfNeeded();
  await shot('fiche-couverture');
  await page.getByLabel('Résumé').fill('Une mer de feuilles.');
  await page.getByRole('link', { name: 'Mes romans' }).click();
  await expect(dialog(page)).toBeVisible();
  await shot('fiche-quitter');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await said(page, 'La fiche est enregistrée.');
  await shot('fiche-enregistree');
  await page.goto(`/my-novels?roman=${empty.novelId}&vue=fiche`);
  await page.getByRole('button', { name: 'Supprimer le roman' }).scrollIntoViewIfNeeded();
  await shot('fiche-bas');
  await page.getByRole('button', { name: 'Supprimer le roman' }).click();
  await expect(dialog(page)).toBeVisible();
  await shot('fiche-supprimer');
  await page.keyboard.press('Escape');
  await page.goto('/my-novels?vue=releves');
  await expect(page.getByRole('heading', { level: 2, name: 'Relevés' })).toBeVisible();
  await shot('releves-vide');
  await page.goto('/my-novels?vue=messages');
  await expect(page.getByRole('heading', { level: 2, name: 'Messages' })).toBeVisible();
  await shot('messages-vide');
});

test('a novel’s chapters, and what is done with many @partout @lent', async ({
  page,
  signInAs,
}) => {
  test.setTimeout(240_000);
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const empty = await addNovel(page, author, 'Un carnet vide');
  const { novelId } = await lighthouse(page, author);
  await page.goto(`/my-novels?roman=${empty.novelId}`);
  await expect(page.getByText('Ce roman n’a pas encore de chapitre.')).toBeVisible();
  await shot('aucun-chapitre');
  await page.goto(`/my-novels?roman=${novelId}`);
  await expect(rows(page)).toHaveCount(7);
  await page.waitForLoadState('networkidle');
  await shot('chapitres');
  await novelMenu(page).click();
  await shot('menu-du-roman');
  await page.keyboard.press('Escape');
  await menuButton(page, titles[2] ?? '').click();
  await shot('menu-d-un-chapitre');
  await page.keyboard.press('Escape');
  await menuButton(page, 'Le retour').click();
  await shot('menu-du-dernier');
  await page.keyboard.press('Escape');
  for (const [entry, name] of [
    [/^Publi(er|cation)…$/, 'publication'],
    [/^Prix/, 'prix-d-un-chapitre'],
  ] as const) {
    await menuButton(page, titles[2] ?? '').click();
    await page.locator('.row-menu-panel').getByText(entry).click();
    await expect(dialog(page)).toBeVisible();
    await shot(name);
    await page.keyboard.press('Escape');
  }
  await chooseOf(page, 'La marée', 'Publier…');
  await dialog(page).getByLabel('Publier à une date et une heure').check();
  await shot('programmer');
  await dialog(page).getByRole('button', { name: 'Programmer' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await shot('programme');
  await chooseOf(page, 'Le retour', 'Supprimer…');
  await expect(dialog(page)).toBeVisible();
  await shot('supprimer-un-brouillon');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Tout choisir/ }).click();
  await shot('tous-choisis');
  for (const [action, name] of [
    ['Programmer selon un rythme…', 'rythme'],
    ['Publier maintenant…', 'publier-tous'],
    ['Retirer ou annuler la parution…', 'retirer-tous'],
    ['Changer le prix…', 'prix-de-tous'],
    ['Rendre gratuits après leur parution…', 'gratuite-de-tous'],
    ['Ranger dans une partie…', 'partie-de-tous'],
    ['Supprimer', 'supprimer-tous'],
  ] as const) {
    await begin(page, action);
    await shot(name);
    if (name === 'rythme') {
      for (const day of await dialog(page).getByRole('checkbox').all()) await day.uncheck();
      await dialog(page).getByRole('button', { name: 'Programmer', exact: true }).click();
      await shot('rythme-sans-jour');
    }
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Choisir jusqu’à…' }).click();
  await shot('choisir-jusqu-a');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ne rien choisir' }).click();
  await page.getByRole('checkbox', { name: 'Choisir La marée' }).check();
  await begin(page, 'Ranger dans une partie…');
  await dialog(page).getByLabel('Partie du livre').fill('Livre premier');
  await dialog(page)
    .getByRole('button', { name: /Ranger|Enregistrer/ })
    .click();
  await said(page, /rangé/);
  await shot('range');
  await page.getByRole('checkbox', { name: 'Choisir La marée' }).check();
  await begin(page, 'Déplacer…');
  await shot('deplacer');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ne rien choisir' }).click();
  await page.getByRole('checkbox', { name: 'Choisir Le retour' }).check();
  await bar(page).getByLabel('Action').selectOption({ label: 'Supprimer' });
  await bar(page).getByRole('button', { name: 'Continuer' }).click();
  await said(page, /à supprimer/);
  await shot('suppression-a-annuler');
  await page
    .getByRole('status')
    .filter({ hasText: /à supprimer/ })
    .getByRole('button', { name: 'Annuler' })
    .click();
  await chooseOfNovel(page, 'Changer l’ordre');
  await shot('ordonner');
  await page.keyboard.press('Escape');
  await page.goto(`/my-novels?roman=${novelId}&vue=gratuite`);
  await page.waitForLoadState('networkidle');
  await shot('gratuite');
  await page.goto(`/my-novels?roman=${novelId}&vue=exporter`);
  await expect(page.getByRole('heading', { level: 2, name: 'Exporter' })).toBeVisible();
  await shot('exporter');
});

test('the editor, its dialogs, versions and preview @partout @lent', async ({
  page,
  context,
  signInAs,
  expectFailure,
}) => {
  test.setTimeout(240_000);
  expectFailure(/ERR_INTERNET_DISCONNECTED/);
  expectFailure('CSRF token unobtainable');
  const shot = film(page);
  const { id: userId } = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const html =
    `<p>La fenêtre s’ouvre sur la mer.</p><div class="box"><p class="centered"><strong>STATUT</strong></p><p>Nom : Aria</p></div>` +
    '<table><tr><th>Objet</th><th>Prix</th></tr><tr><td>Lampe à huile</td><td>12</td></tr></table>' +
    `<p class="centered">Trois jours plus tard</p><blockquote><p>Une citation.</p></blockquote><hr><p>${prose}</p>`;
  const { novelId, chapterIds } = ownNovel.parse(
    await knock(page, 'own-novel', {
      userId,
      title: 'Le Phare de Kerlaz',
      chapters: [{ title: 'La lampe', html, isPublished: true }],
    }),
  );
  const chapter = `/my-novels?roman=${novelId}&chapitre=${chapterIds[0] ?? ''}`;
  await page.goto(chapter);
  await expect(editorText(page)).toContainText('La fenêtre');
  await shot('editeur');
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name });
  const more = page.getByRole('button', { name: 'Autres outils' });
  if (await more.isVisible()) {
    await more.click();
    await shot('autres-outils');
  }
  await editorText(page).getByText('Lampe à huile').click();
  await caretKnown(page);
  await shot('outils-du-tableau');
  await editorText(page).getByText('La fenêtre').click();
  await page.keyboard.press('Home');
  for (const [name, file] of [
    ['Image', 'image'],
    ['Note', 'note'],
    ['Lecture d’un mot', 'lecture-d-un-mot'],
  ] as const) {
    await tool(name).first().click();
    await expect(dialog(page)).toBeVisible();
    await shot(`dialogue-${file}`);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await tool('Image').click();
  const buffer = await sharp({
    create: { width: 900, height: 500, channels: 3, background: '#996633' },
  })
    .png()
    .toBuffer();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'tour.png', mimeType: 'image/png', buffer });
  await dialog(page).getByRole('button', { name: 'Insérer' }).click();
  await shot('image-sans-description');
  await dialog(page)
    .getByLabel(/^Ce que montre/)
    .fill('Une tour brune');
  await dialog(page).getByRole('button', { name: 'Insérer' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await editorText(page).getByRole('img').click();
  await shot('image-choisie');
  await editorText(page).press('Control+End');
  await caretKnown(page);
  await tool('Note').click();
  await dialog(page).getByRole('textbox').first().fill('Marché couvert, démoli en 1854.');
  await dialog(page)
    .getByRole('button', { name: /Insérer|Ajouter/ })
    .click();
  await page.keyboard.press('Enter');
  await paste(
    page,
    '<p>Il dit "oui" !</p><p>=====</p><ul><li>Un point</li></ul><p><u>Souligné</u> <a href="https://exemple.fr">ici</a></p>',
    '',
  );
  await shot('colle');
  await tool('Relire la typographie').click();
  await shot('relecture');
  await page
    .getByRole('region', { name: 'Relecture' })
    .getByRole('button', { name: 'Fermer' })
    .click();
  await expect(saved(page)).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.insertText(' Une phrase dans le tunnel.');
  await expect(
    page
      .getByText(/gardé|appareil|connexion|serveur/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await shot('sans-connexion');
  await context.setOffline(false);
  await page.reload();
  await expect(editorText(page)).toContainText('La fenêtre');
  await shot('rouvert');
  await page.getByRole('button', { name: /^Publi(er|cation)…$/ }).click();
  await shot('publication');
  await page.keyboard.press('Escape');
  const extras = page
    .getByText(/^Notes? de l’auteur|Autour du texte|Notes et commentaires/)
    .first();
  await extras.scrollIntoViewIfNeeded();
  await shot('bas-de-l-editeur');
  await page.goto(`${chapter}&vue=apercu`);
  await expect(page.getByText('La fenêtre s’ouvre')).toBeVisible();
  await shot('apercu');
  await page.goto(`${chapter}&vue=versions`);
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await shot('versions');
  await page
    .getByRole('link', { name: /^Comparer/ })
    .last()
    .click();
  await expect(page.getByRole('button', { name: 'Reprendre cette version' })).toBeVisible();
  await shot('comparaison');
});

test('messages, rules, announcements and notes @partout @lent', async ({ page, signInAs }) => {
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

test('the team, its roles and an offered novel @partout @lent', async ({ page, signInAs }) => {
  test.setTimeout(240_000);
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const { novelId, chapterIds } = await lighthouse(page, author);
  const team = `/my-novels?roman=${novelId}&vue=equipe`;
  await page.goto(team);
  await expect(page.getByLabel('Rôle', { exact: true })).toBeVisible();
  await shot('equipe-seule');
  const members = [
    ['Coauteur', 'Mathilde de la Tour-d’Auvergne'],
    ['Traducteur', 'Léa'],
    ['Éditeur', 'Karim'],
    ['Relecteur', 'Paul'],
  ] as const;
  const ids: Record<string, string> = {};
  for (const [role, name] of members) {
    await signInAs({ id: author.id });
    await page.goto(team);
    await page.getByLabel('Rôle', { exact: true }).selectOption(role);
    await page.getByLabel('Pour qui').fill(name);
    await page.getByRole('button', { name: 'Créer un lien d’invitation' }).click();
    const link = await page.getByText(/\/my-novels\?vue=invitation#/).textContent();
    if (role === 'Coauteur') await shot('invitation-creee');
    const { pathname, search, hash } = new URL(link ?? '');
    const member = await signInAs({ name, ...(role === 'Éditeur' && { role: 'author' }) });
    ids[role] = member.id;
    await page.goto(pathname + search + hash);
    await expect(page.getByRole('button', { name: 'Accepter' })).toBeVisible();
    if (role === 'Coauteur') await shot('invitation-recue');
    await page.getByRole('button', { name: 'Accepter' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Le Phare de Kerlaz' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await shot(`roman-du-${role.toLowerCase()}`);
    await menuButton(page, 'La lampe').click();
    await shot(`menu-du-${role.toLowerCase()}`);
    await page.keyboard.press('Escape');
    await page.goto(`/my-novels?roman=${novelId}&chapitre=${chapterIds[0] ?? ''}`);
    await expect(page.getByText('La lampe').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await shot(`chapitre-du-${role.toLowerCase()}`);
    await page.goto(team);
    await expect(page.getByRole('heading', { level: 2, name: 'Équipe' })).toBeVisible();
    await shot(`equipe-du-${role.toLowerCase()}`);
  }
  await signInAs({ id: author.id });
  await page.goto(team);
  await expect(page.getByText('Karim').first()).toBeVisible();
  await shot('equipe');
  await page.getByRole('button', { name: /^Retirer .*Paul/ }).click();
  await shot('retirer');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Céder le roman à Karim' }).click();
  await shot('ceder');
  await dialog(page).getByRole('button', { name: 'Proposer le roman' }).click();
  await expect(page.getByText('Roman proposé')).toBeVisible();
  await shot('propose');
  await signInAs({ id: ids['Éditeur'] });
  await page.goto('/my-novels');
  await expect(
    page.getByRole('link', { name: /vous propose de reprendre ce roman/ }),
  ).toBeVisible();
  await shot('romans-avec-offre');
  await page.goto(team);
  await page.getByRole('button', { name: 'Reprendre le roman' }).click();
  await shot('reprendre');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Décliner' }).click();
  await shot('decliner');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Quitter l’équipe' }).click();
  await shot('quitter-l-equipe');
});

const paragraph = 'Une phrase assez longue pour compter comme un texte de chapitre. '.repeat(12);
const book = [
  '# Le Phare',
  `## Avant-propos\n\nQui écrit ceci. ${paragraph}`,
  ...Array.from({ length: 14 }, (_, index) => {
    const [title] = [titles[index % titles.length] ?? ''];
    return `## ${title}\n\n${title} commence ici. ${paragraph}`;
  }),
].join('\n\n');

test('the import of a book @partout @lent', async ({ page, context, signInAs, expectFailure }) => {
  test.setTimeout(180_000);
  expectFailure(400);
  expectFailure(/ERR_INTERNET_DISCONNECTED/);
  expectFailure('CSRF token unobtainable');
  page.on('dialog', (question) => void question.accept());
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  await lighthouse(page, author);
  await page.goto('/my-novels?vue=import');
  const file = page.getByLabel(/^Fichier EPUB/);
  await expect(file).toBeVisible();
  await shot('choisir-un-fichier');
  const markdown = { name: 'phare.md', mimeType: 'text/markdown', buffer: Buffer.from(book) };
  await file.setInputFiles({ ...markdown, name: 'phare.pdf' });
  await expect(page.getByRole('alert')).toBeVisible();
  await shot('mauvais-fichier');
  await context.setOffline(true);
  await file.setInputFiles(markdown);
  await expect(page.getByRole('alert')).toContainText(/connexion|ligne/);
  await shot('sans-connexion');
  await context.setOffline(false);
  await file.setInputFiles(markdown);
  await expect(page.getByRole('heading', { level: 3, name: 'Le Phare' })).toBeFocused();
  await shot('passages');
  await page.locator('.recognised > li').nth(2).scrollIntoViewIfNeeded();
  await page
    .getByRole('button', { name: /^Modifier/ })
    .nth(2)
    .click();
  await shot('outils-d-un-passage');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Aller aux réglages' }).click();
  await shot('reglages');
  await page.getByLabel('Premium à partir d’un chapitre').check();
  await page.getByLabel('À partir du chapitre choisi n°').fill('0');
  await page.getByRole('group', { name: 'Prix' }).scrollIntoViewIfNeeded();
  await shot('prix');
  await page.getByLabel('Programmés selon un rythme').check();
  const days = page.getByRole('group', { name: 'Jours de parution' });
  await days.scrollIntoViewIfNeeded();
  await shot('rythme');
  await page.getByLabel('À partir du chapitre choisi n°').fill('2');
  for (const day of await days.getByRole('checkbox').all()) await day.uncheck();
  await page.getByRole('button', { name: /^Importer 14\schapitres$/ }).click();
  await shot('rythme-sans-jour');
  await page.getByLabel('lundi').check();
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Importer 14\schapitres$/ }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await shot('envoi-sans-connexion');
  await context.setOffline(false);
  await page.getByRole('button', { name: /^Importer 14\schapitres$/ }).click();
  await expect(rows(page)).toHaveCount(14);
  await shot('importe');
});

test('figures, statements and what the publisher pays @partout @lent', async ({
  page,
  signInAs,
}) => {
  test.setTimeout(240_000);
  const shot = film(page);
  const reader = await signInAs({ name: 'Rémi Lecteur' });
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const { novelId, chapterIds } = await lighthouse(page, author);
  const { month } = z
    .object({ month: z.string() })
    .parse(await knock(page, 'past-sale', { userId: reader.id, chapterId: chapterIds[3] ?? '' }));
  await page.goto(`/my-novels?roman=${novelId}&vue=chiffres`);
  await expect(page.getByRole('heading', { level: 2, name: 'Chiffres' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await shot('chiffres');
  const parts = page.locator('main section');
  for (let index = 0; index < (await parts.count()); index += 1) {
    await parts.nth(index).evaluate((part) => part.scrollIntoView({ block: 'start' }));
    await shot(`chiffres-partie-${index + 1}`);
  }
  const admin = await signInAs({ role: 'admin', name: 'La rédaction' });
  await page.goto('/remuneration#parts');
  await expect(page.getByLabel('Part de l’auteur, en %')).toBeVisible();
  await shot('parts');
  await page.getByLabel('Part de l’auteur, en %').fill('150');
  await page.getByLabel('À partir du').fill(`${month}-01`);
  await page.getByRole('button', { name: 'Fixer la part' }).click();
  await shot('part-refusee');
  await page.getByLabel('Part de l’auteur, en %').fill('60');
  await page.getByRole('button', { name: 'Fixer la part' }).click();
  await said(page, 'La part est fixée.');
  await shot('part-fixee');
  await page.getByRole('link', { name: 'Mois' }).click();
  await expect(page.getByRole('button', { name: /^Arrêter / }).first()).toBeVisible();
  await shot('mois');
  await page
    .getByRole('button', { name: /^Arrêter / })
    .first()
    .click();
  await shot('arreter-le-mois');
  await page.getByRole('button', { name: 'Arrêter le mois' }).click();
  await said(page, 'Le mois est arrêté');
  await shot('mois-arrete');
  await page.getByRole('link', { name: 'À payer' }).click();
  await expect(page.getByRole('row', { name: /Anne Kerl/ })).toBeVisible();
  await shot('a-payer-sans-compte');
  await signInAs({ id: author.id });
  await page.goto('/my-novels');
  await expect(page.locator('.new-mark')).toBeVisible();
  await shot('releve-nouveau');
  await page.goto('/my-novels?vue=releves');
  await expect(page.getByRole('button', { name: 'Donner un compte' })).toBeVisible();
  await shot('releve');
  await page.getByRole('button', { name: 'Donner un compte' }).scrollIntoViewIfNeeded();
  await shot('releve-bas');
  await page.getByRole('button', { name: 'Donner un compte' }).click();
  await page.getByLabel('Titulaire').fill('Anne Kerl');
  await page.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 188');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Cet IBAN n’est pas juste')).toBeVisible();
  await shot('compte-refuse');
  await page.getByLabel('IBAN').fill('FR76 3000 6000 0112 3456 7890 189');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('FR76 •••• 0189')).toBeVisible();
  await shot('compte');
  await signInAs({ id: admin.id });
  await page.goto('/remuneration');
  await expect(page.getByRole('checkbox', { name: 'Anne Kerl' })).toBeChecked();
  await shot('a-payer');
  await page.getByRole('button', { name: 'Préparer le fichier SEPA' }).click();
  await said(page, 'Le fichier est prêt');
  await shot('fichier-prepare');
  await page.getByRole('link', { name: 'Paiements aux auteurs' }).click();
  await page.getByRole('button', { name: /^Noter payé/ }).click();
  await shot('noter-paye');
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByText(/Payé le /)).toBeVisible();
  await shot('paye');
});

test('the acceptance of a first novel @partout @lent', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  test.setTimeout(180_000);
  expectFailure(409);
  const shot = film(page);
  const author = await signInAs({ role: 'author', name: 'Nora' });
  const title = `Premier roman ${author.id.slice(-6)}`;
  const { novelId } = await addNovel(
    page,
    author,
    title,
    [
      { title: 'Un', text: prose },
      { title: 'Deux', text: prose },
    ],
    { isGated: true },
  );
  const studio = `/my-novels?roman=${novelId}`;
  await page.goto(studio);
  await expect(page.getByRole('heading', { name: 'Avant la première parution' })).toBeVisible();
  await shot('avant-la-premiere-parution');
  await chooseOf(page, 'Un', 'Publier…');
  await dialog(page).getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(dialog(page).getByText(/Votre premier roman est relu/)).toBeVisible();
  await shot('publier-refuse');
  await cancel(page);
  await page.getByRole('button', { name: 'Demander la relecture…' }).click();
  await shot('demander');
  await dialog(page)
    .getByLabel(/Ce texte est de moi/)
    .check();
  await dialog(page)
    .getByLabel(/Il convient à tous/)
    .check();
  await dialog(page).getByLabel('Chapitres qui paraissent dès la réponse').fill('1');
  await dialog(page).getByRole('button', { name: 'Demander la relecture' }).click();
  await expect(page.getByText(/Relecture demandée le/)).toBeVisible();
  await shot('demandee');
  await signInAs({ role: 'admin', name: 'Camille' });
  await page.goto('/moderation#romans');
  const waiting = page.getByRole('article', { name: title });
  await expect(waiting).toBeVisible();
  await shot('file');
  await waiting.getByRole('button', { name: /Refuser/ }).click();
  await waiting.getByLabel('Ce que l’auteur doit changer').fill('Le résumé raconte la fin.');
  await shot('refuser');
  await waiting.getByRole('button', { name: 'Refuser le roman' }).click();
  await expect(page.getByText('Roman refusé. L’auteur est prévenu.')).toBeVisible();
  await shot('refuse');
  await signInAs({ id: author.id });
  await page.goto(studio);
  await expect(page.getByText(/Le résumé raconte la fin/)).toBeVisible();
  await shot('motif-du-refus');
});
