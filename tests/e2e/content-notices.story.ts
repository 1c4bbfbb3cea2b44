import { z } from 'zod';
import { mailUrl } from './addresses.ts';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';

test('a stranger without JavaScript reports a comment, an admin removes it, and both are told why', async ({
  page,
  browser,
  baseURL,
  catalogue,
  signInAs,
  axe,
}, { project }) => {
  const chapterId = catalogue.mixed.free._id;
  const [email, writerEmail] = ['ines', 'zoe'].map(
    (name) => `${name}-${crypto.randomUUID()}@exemple.test`,
  );
  const writer = await signInAs({ name: 'Zoé', email: writerEmail ?? '' });
  const text = `Un mot de haine, ${writer.id}.`;
  const written = { userId: writer.id, chapterId, parentId: null, texts: [text] };
  const [commentId = ''] = z.array(z.uuid()).parse(await knock(page, 'comment', written));

  const { viewport } = project.use;
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL ?? '',
    viewport: viewport ?? null,
  });
  const plain = await context.newPage();
  await plain.goto(`/chapter/${chapterId}`);
  await plain.getByRole('link', { name: 'Signaler un contenu illicite' }).click();
  await expect(plain.locator('main')).toContainText(/Vous signalez le chapitre «\s.+\s» du roman/);
  await plain.goto(`/signaler?commentaire=${commentId}`);
  await expect(plain.locator('main blockquote')).toHaveText(text);
  await plain.getByLabel('Pourquoi ce contenu est illicite').fill('Il appelle à la haine.');
  const submit = plain.getByRole('button', { name: 'Envoyer le signalement' });
  await submit.click();
  await expect(plain.getByRole('alert')).toContainText('Corrigez les champs signalés.');
  await expect(plain.getByText('Choisissez ce que vous signalez.')).toBeVisible();
  await expect(plain.getByLabel('Pourquoi ce contenu est illicite')).toHaveValue(
    'Il appelle à la haine.',
  );
  await plain.getByLabel('Ce que vous signalez').selectOption('hatred');
  await plain.getByLabel('Votre nom').fill('Inès Roy');
  await plain.getByLabel('Votre adresse e‑mail').fill(email ?? '');
  await plain.getByRole('checkbox', { name: /de bonne foi/ }).check();
  await submit.click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(
    'Votre signalement est enregistré',
  );
  const number = await plain.locator('main strong').innerText();
  expect(number).toMatch(/^S-\d{4}-\d{6}$/);
  await context.close();

  await page.goto(`/signaler?commentaire=${commentId}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await axe();
  }
  await signInAs({ name: 'La rédaction', role: 'admin' });
  await page.goto('/moderation#contenus');
  const notice = page.getByRole('article', { name: `Signalement ${number}` });
  await expect(notice).toContainText('Il appelle à la haine.');
  await expect(notice).toContainText(text);
  await notice.getByRole('button', { name: /^Décider/ }).click();
  await axe();
  const decision = page.getByRole('dialog', { name: `Signalement ${number}` });
  await decision.getByLabel('Mesure').selectOption('comment');
  await decision.getByLabel('Faits').fill('Le commentaire appelle à la haine.');
  const send = decision.getByRole('button', { name: 'Enregistrer et prévenir' });
  await send.click();
  await expect(decision.getByText(/^Dites la règle/)).toBeVisible();
  await decision.getByLabel('Règle').fill('Loi du 29 juillet 1881, article 24');
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: 'Décision enregistrée.' })).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Vues de la modération' });
  await parts.getByRole('link', { name: 'Journal' }).click();
  const entry = page.getByRole('row', { name: /^Contenu illicite/ }).filter({ hasText: number });
  await expect(entry).toContainText(/Contenu illicite.*Commentaire ou avis supprimé.*Règle/);
  const path = `/api/chapters/${chapterId}/comments`;
  expect(await (await page.request.get(path)).text()).not.toContain(text);

  const letters = await page.context().newPage();
  await letters.goto(`${mailUrl}/_sandbox`);
  for (const [address = '', subject] of [
    [email, `Notre décision sur votre signalement ${number}`],
    [writerEmail, `Décision ${number} sur un contenu que vous avez publié`],
  ] as const) {
    const row = letters.getByRole('row').filter({ hasText: address }).filter({ hasText: subject });
    await expect
      .poll(async () => (await letters.reload()) && row.count(), { timeout: 30_000 })
      .toBe(1);
  }
});
