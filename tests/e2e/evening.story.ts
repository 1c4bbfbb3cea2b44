import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright/test';
import { z } from 'zod';
import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { showFields } from './studio.ts';

/** 112 chapters, of the shared test data. */
const book = resolve(
  process.env.FEUILLETON_TEST_DATA ?? resolve(import.meta.dirname, '../../../shared/data'),
  'epub/ponson-rocambole-en-prison.epub',
);
const bar = (page: Page) => page.getByRole('region', { name: 'Chapitres choisis' });
const rows = (page: Page) => page.getByRole('region', { name: 'Chapitres' }).getByRole('article');
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

async function begin(page: Page, action: string): Promise<void> {
  await bar(page).getByLabel('Action').selectOption({ label: action });
  await bar(page).getByRole('button', { name: 'Continuer' }).click();
}

test('an author moves a serial here in one evening: import, schedule, prices, arc, first readers, a typo, first statement @slow', async ({
  page,
  signInAs,
}) => {
  // The shared books are absent on a user's machine.
  test.skip(!existsSync(book), `no test data at ${book}; set FEUILLETON_TEST_DATA`);
  test.setTimeout(300_000);
  const title = `Rocambole en prison ${crypto.randomUUID().slice(0, 4)}`;
  const reader = await signInAs({ name: 'Rémi Lecteur' });
  const author = await signInAs({ role: 'author', name: 'Élise Plume' });

  // The book, whole, as drafts.
  await page.goto('/my-novels');
  await page.getByRole('link', { name: 'Importer un livre' }).click();
  await page.getByLabel(/^Fichier EPUB/).setInputFiles(book);
  await expect(page.getByText(/^112\schapitres sur 113\spassages/)).toBeVisible({
    timeout: 60_000,
  });
  await page.getByLabel('Titre', { exact: true }).fill(title);
  await page.getByRole('button', { name: /^Importer 112\schapitres$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
  await expect(rows(page)).toHaveCount(100, { timeout: 30_000 });
  await expect(page.getByRole('button', { name: /^Tout choisir \(112\)$/ })).toBeVisible();
  const studio = page.url();

  // The first three come out now, the others by a schedule; from the eleventh on they are premium.
  const turnTo = async (at: number) => {
    await showFields(page);
    await page.getByLabel('Page', { exact: true }).selectOption(at < 100 ? '1 à 100' : '101 à 112');
  };
  const box = async (at: number) => {
    await turnTo(at);
    return rows(page)
      .nth(at % 100)
      .getByRole('checkbox');
  };
  const range = async (from: number, to: number) => {
    await (await box(from)).click();
    if (to > from) await (await box(to)).click({ modifiers: ['Shift'] });
  };
  await range(10, 111);
  await expect(bar(page)).toContainText(/102\schapitres choisis/);
  await begin(page, 'Changer le prix…');
  const prices = page.getByRole('dialog', { name: /^Prix de 102\schapitres$/ });
  await prices.getByLabel(/^Premium/).check();
  await prices.getByRole('button', { name: 'Enregistrer' }).click();
  await said(page, /102\schapitres à/);
  await range(0, 19);
  await begin(page, 'Ranger dans une partie…');
  const arc = page.getByRole('dialog');
  await arc.getByLabel('Partie du livre').fill('Le prisonnier');
  await arc.getByRole('button', { name: /Ranger|Enregistrer/ }).click();
  await said(page, /20\schapitres rangés/);
  await range(0, 2);
  await begin(page, 'Publier maintenant…');
  await page.getByRole('dialog').getByRole('button', { name: 'Publier', exact: true }).click();
  await said(page, /3\schapitres publiés/);
  await range(3, 111);
  await begin(page, 'Programmer selon un rythme…');
  const schedule = page.getByRole('dialog', { name: /^Programmer 109\schapitres$/ });
  for (const day of ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']) {
    await schedule.getByLabel(day).setChecked(['lundi', 'mercredi', 'vendredi'].includes(day));
  }
  await schedule.getByLabel('Heure de Paris').fill('18:00');
  await schedule.getByRole('button', { name: 'Programmer', exact: true }).click();
  await said(page, /109\schapitres programmés/);

  // A reader comments on the first chapter, and the author answers.
  await turnTo(0);
  const address = await rows(page).first().getByRole('link').first().getAttribute('href');
  const chapterId = new URL(address ?? '', page.url()).searchParams.get('chapitre') ?? '';
  await signInAs({ id: reader.id });
  await page.goto(`/chapter/${chapterId}`);
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  const comments = page.getByRole('dialog', { name: 'Commentaires' });
  await comments.getByLabel('Votre commentaire').fill('Rocambole, en prison ? Vivement mercredi.');
  await page.keyboard.press('Control+Enter');
  await expect(comments.getByRole('listitem').first()).toContainText('Vivement mercredi');
  await signInAs({ id: author.id });
  await page.goto(studio);
  await page.getByRole('link', { name: /^Messages/ }).click();
  const entry = page.getByRole('article').filter({ hasText: 'Vivement mercredi' });
  await entry.getByRole('button', { name: /^Répondre/ }).click();
  await page.keyboard.type('Mercredi à 18 heures, promis.');
  await page.keyboard.press('Control+Enter');
  await said(page, 'Réponse envoyée.');

  // Another reader's eye finds a typo; the author accepts it, and the text changes.
  await signInAs({ id: reader.id });
  await page.goto(`/chapter/${chapterId}`);
  await page.getByRole('button', { name: /^Commentaires/ }).click();
  await page.getByRole('button', { name: /Signalez-la/ }).click();
  await expect(page.getByText('Le chantier était désert.')).toBeFocused();
  await page.keyboard.press('Enter');
  const report = page.getByRole('dialog', { name: 'Signaler une coquille' });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await report.getByLabel('Correction').fill('CHANTIER');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Merci !' })).toBeVisible();
  await signInAs({ id: author.id });
  await page.goto(studio);
  await page.getByRole('link', { name: /^Messages/ }).click();
  const typo = page.getByRole('article', { name: /^Coquille signalée par/ });
  await expect(typo.locator('ins')).toHaveText('CHANTIER');
  await typo.getByRole('button', { name: /^Corriger le texte/ }).click();
  await expect(typo).toContainText('Corrigé par Élise Plume');
  await page.goto(`/chapter/${chapterId}`);
  await expect(page.locator('.chapter-text')).toContainText('Le CHANTIER était désert.');

  // A month later: the publisher closes it, and the author reads the first statement.
  const sale = z.object({ month: z.string() });
  const { month } = sale.parse(await knock(page, 'past-sale', { userId: reader.id, chapterId }));
  await signInAs({ role: 'admin', name: 'La rédaction' });
  await page.goto('/remuneration#parts');
  await page.getByLabel('Part de l’auteur, en %').fill('60');
  await page.getByLabel('À partir du').fill(`${month}-01`);
  await page.getByRole('button', { name: 'Fixer la part' }).click();
  await said(page, 'La part est fixée.');
  await page.getByRole('link', { name: 'Mois' }).click();
  await page
    .getByRole('button', { name: /^Arrêter / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Arrêter le mois' }).click();
  await said(page, 'Le mois est arrêté');
  await signInAs({ id: author.id });
  await page.goto('/my-novels?vue=releves');
  await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible();
});
