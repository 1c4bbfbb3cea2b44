import type { Page } from 'playwright/test';
import { z } from 'zod';
import { mailUrl } from './addresses.ts';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { addNovel } from './studio.ts';

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

/** A published chapter of an author’s, with comments of a reader. */
async function commented(
  page: Page,
  ids: { author: string; reader: string },
  title: string,
  texts: string[],
) {
  const chapters = [
    { title: 'Un', text: 'Le clocher sonna deux fois. '.repeat(80), isPublished: true },
  ];
  const { novelId, chapterIds } = await addNovel(page, { id: ids.author }, title, chapters);
  const [chapterId = ''] = chapterIds;
  const written = { userId: ids.reader, chapterId, parentId: null, texts };
  z.array(z.uuid()).parse(await knock(page, 'comment', written));
  return { novelId, chapterId };
}

const openComments = async (page: Page, chapterId: string) => {
  await page.goto(`/chapter/${chapterId}`);
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Commentaires' });
  await expect(dialog).toBeVisible();
  return dialog;
};
const entryOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const told = (page: Page, sentence: string) =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();

test('a comment waits in the inbox, is answered in place, and its reader sees the answer', async ({
  page,
  signInAs,
}) => {
  test.setTimeout(120_000);
  const reader = await signInAs({ name: 'Zoé' });
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const title = unique('Le Phare');
  const { novelId, chapterId } = await commented(
    page,
    { author: author.id, reader: reader.id },
    title,
    ['Le gardien revient-il ?', 'Bravo.'],
  );
  await page.goto(`/my-novels?roman=${novelId}`);
  await page.getByRole('link', { name: /^Messages.*2 en attente/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Messages' })).toBeVisible();
  const question = entryOf(page, 'Le gardien revient-il ?');
  await expect(question).toContainText('Chapitre 1');
  await question.getByRole('button', { name: /^Répondre/ }).click();
  await expect(question.getByLabel('Votre réponse à Zoé')).toBeFocused();
  await page.keyboard.type('Au chapitre trois.');
  await page.keyboard.press('Control+Enter');
  await told(page, 'Réponse envoyée.');
  await expect(question).toContainText('Répondu');
  await entryOf(page, 'Bravo.')
    .getByRole('button', { name: /^Rien à répondre/ })
    .click();
  await page.getByRole('link', { name: 'Tous', exact: true }).click();
  await expect(question).toContainText('Au chapitre trois.');
  await page.getByRole('link', { name: /^Sans réponse/ }).click();
  await expect(page.getByText('Aucun message n’attend votre réponse.')).toBeVisible();

  await signInAs({ id: reader.id });
  const dialog = await openComments(page, chapterId);
  await dialog.getByRole('button', { name: /réponse/ }).click();
  await expect(dialog).toContainText('Au chapitre trois.');
});

test('an author removes a comment with a reason that its writer reads; an admin puts it back @variant', async ({
  page,
  signInAs,
}) => {
  const reader = await signInAs({ name: 'Zoé' });
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  test.setTimeout(120_000);
  const text = `Je n’aime pas, ${reader.id}.`;
  const { novelId, chapterId } = await commented(
    page,
    { author: author.id, reader: reader.id },
    unique('La Jetée'),
    [text],
  );
  await page.goto(`/my-novels?vue=messages&roman=${novelId}`);
  const entry = entryOf(page, text);
  // Open, it lies over what is around it, which axe takes for too small.
  await entry.locator('summary').click();
  await entry.getByRole('button', { name: 'Supprimer ce commentaire' }).click();
  await entry.getByLabel('Motif').fill('Hors sujet.');
  await entry.getByRole('button', { name: 'Supprimer' }).click();
  await told(page, 'Commentaire supprimé.');
  await expect(entry).toContainText('Motif\u00A0: Hors sujet.');

  await signInAs({ id: reader.id });
  const dialog = await openComments(page, chapterId);
  await expect(dialog).toContainText('Commentaire supprimé');
  await expect(dialog).toContainText('Motif\u00A0: Hors sujet.');

  await signInAs({ name: 'La rédaction', role: 'admin' });
  await page.goto('/bureau?vue=journal');
  const logged = page
    .getByRole('row')
    .filter({ hasText: text.slice(0, 30) })
    .first();
  await expect(logged).toContainText('Anne Kerl');
  await expect(logged).toContainText('Hors sujet.');
  await logged.getByRole('button', { name: /^Rétablir/ }).click();
  await page.getByLabel('Motif').fill('Une critique est permise.');
  await page.getByRole('button', { name: /^Confirmer/ }).click();
  const shown = async () =>
    (await (await page.request.get(`/api/chapters/${chapterId}/comments`)).text()).includes(
      reader.id,
    );
  await expect.poll(shown).toBe(true);
});

test('a word holds a comment until the author approves it; closed comments say so', async ({
  page,
  signInAs,
  axe,
}) => {
  test.setTimeout(120_000);
  const reader = await signInAs({ name: 'Zoé' });
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const { novelId, chapterId } = await commented(
    page,
    { author: author.id, reader: reader.id },
    unique('Le Môle'),
    ['Un mot.'],
  );
  await page.goto(`/my-novels?vue=regles&roman=${novelId}`);
  await page.getByLabel('Mots et expressions').fill('Spoil, la fin');
  await page.getByRole('button', { name: 'Enregistrer les mots' }).click();
  await told(page, 'Enregistré');
  await axe();

  await signInAs({ id: reader.id });
  const dialog = await openComments(page, chapterId);
  await dialog.getByLabel('Votre commentaire').fill('LA FIN est belle.');
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(dialog).toContainText('Votre commentaire attend l’accord de l’auteur.');
  await axe();

  await signInAs({ id: author.id });
  await page.goto(`/my-novels?vue=messages&roman=${novelId}&filtre=a-approuver`);
  const held = entryOf(page, 'LA FIN est belle.');
  await expect(held).toContainText('la fin');
  await held.getByRole('button', { name: /^Approuver/ }).click();
  await told(page, 'Commentaire approuvé');
  await held.locator('summary').click();
  await held.getByRole('button', { name: /^Fermer les commentaires/ }).click();
  await told(page, 'Les commentaires du chapitre');

  await signInAs({ name: 'Karim' });
  const closed = await openComments(page, chapterId);
  await expect(closed).toContainText('Les commentaires de ce chapitre sont fermés.');
  await expect(closed).toContainText('LA FIN est belle.');
  await expect(closed.getByLabel('Votre commentaire')).toHaveCount(0);
});

test('an announcement reaches a follower by e-mail and has a page; notes stand around the text @variant', async ({
  page,
  browser,
  baseURL,
  signInAs,
  axe,
}) => {
  test.setTimeout(120_000);
  const email = `lea-${crypto.randomUUID()}@exemple.test`;
  const reader = await signInAs({ email });
  await page.goto('/profile#etre-prevenu');
  const section = page.getByRole('region', { name: 'Être prévenu' });
  await section.getByLabel('Par e-mail').selectOption('at_once');
  await section.getByRole('button', { name: 'Enregistrer mes choix' }).click();
  await expect(section.getByText('C’est enregistré.')).toBeVisible();
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const title = unique('Marées');
  const { novelId, chapterId } = await commented(
    page,
    { author: author.id, reader: reader.id },
    title,
    [],
  );
  await knock(page, 'favorite', { userId: reader.id, novelId, daysAgo: 1 });

  await page.goto(`/my-novels?roman=${novelId}&vue=annonces`);
  await page.getByRole('button', { name: 'Nouvelle annonce' }).click();
  await page.getByRole('textbox', { name: 'Titre', exact: true }).fill('Une pause');
  await page.getByLabel('Texte', { exact: true }).fill('Je reviens en mars.\n\nMerci !');
  await expect(page.getByLabel('L’envoyer aux abonnés')).toBeChecked();
  await axe();
  await page.getByRole('button', { name: 'Publier l’annonce' }).click();
  await told(page, 'Annonce publiée.');
  await page.getByLabel('Avant le texte').fill('Merci de lire !\nÀ mercredi.');
  await page.getByRole('button', { name: 'Enregistrer les notes' }).click();
  await told(page, 'Notes enregistrées.');

  // One letter, or two: the chapter may have come out before or after it was followed.
  const letters = await page.context().newPage();
  const isTold = async () => {
    await letters.goto(`${mailUrl}/_sandbox`);
    const rows = letters.getByRole('row').filter({ hasText: email });
    const links = await rows.getByRole('link').all();
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    for (const path of paths) {
      await letters.goto(new URL(path ?? '', `${mailUrl}/_sandbox`).href);
      const letter = letters.frameLocator('iframe.mail');
      if ((await letter.getByText('Une pause').count()) > 0) return true;
    }
    return false;
  };
  await expect.poll(isTold, { timeout: 40_000 }).toBe(true);
  await letters.close();

  // Without JavaScript.
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const plain = await context.newPage();
  await plain.goto(`/chapter/${chapterId}`);
  const note = plain.getByRole('complementary', { name: 'Note de l’auteur' });
  await expect(note).toContainText('Merci de lire\u202F!');
  await plain.goto('/');
  await context.close();

  await page.goto(`/chapter/${chapterId}`);
  await axe();
  const { slug } = z
    .object({ slug: z.string() })
    .parse(await (await page.request.get(`/api/novels/${novelId}`)).json());
  await page.goto(`/novel/${slug}`);
  await axe();
  await page
    .getByRole('region', { name: 'Annonces' })
    .getByRole('link', { name: 'Une pause' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Une pause');
  await expect(page.getByRole('article')).toContainText('Merci\u202F!');
  await axe();
});
