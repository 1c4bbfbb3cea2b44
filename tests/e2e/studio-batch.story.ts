import type { Page } from 'playwright/test';
import { knock, unlock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { chooseOfNovel, openNovel, showFields } from './studio.ts';

const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Jour ${index + 1}`,
    text: 'Le clocher sonna.',
  }));
const bar = (page: Page) => page.getByRole('region', { name: 'Chapitres choisis' });
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Choisir ${title}` });
const rows = (page: Page) => page.getByRole('region', { name: 'Chapitres' }).getByRole('article');
const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

/** Begins what the bar offers, for the chosen chapters. */
async function begin(page: Page, action: string): Promise<void> {
  await bar(page).getByLabel('Action').selectOption({ label: action });
  await bar(page).getByRole('button', { name: 'Continuer' }).click();
}

test('a range of chapters is scheduled on chosen weekdays, each date shown before @variant', async ({
  page,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Trois par semaine', texts(6));
  await expect(bar(page)).toHaveCount(0);
  // Between the two presses, all of them.
  await box(page, 'Jour 2').click();
  await box(page, 'Jour 5').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText(/4\schapitres choisis/);
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
  // Where the list ends, the bar lies over no chapter.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  await axe();

  await begin(page, 'Programmer selon un rythme…');
  const dialog = page.getByRole('dialog', { name: /^Programmer 4\schapitres$/ });
  const days = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];
  for (const day of days) await dialog.getByLabel(day).setChecked(['lundi', 'jeudi'].includes(day));
  await dialog.getByLabel('Heure de Paris').fill('18:30');
  // The last Thursday before clocks go forward in 2098, and the Mondays after it.
  await dialog.getByLabel('À partir du').fill('2098-03-27');
  const slots = dialog.getByRole('region', { name: 'Parutions' }).getByRole('listitem');
  await expect(slots).toHaveText([
    /^jeudi 27\smars 2098 à\s18:30.*2\. Jour 2$/,
    /^lundi 31\smars 2098 à\s18:30/,
    /^jeudi 3\savril 2098 à\s18:30/,
    /^lundi 7\savril 2098 à\s18:30.*5\. Jour 5$/,
  ]);
  await axe();
  const sent = page.waitForRequest((request) => request.url().endsWith('/batch'));
  await dialog.getByRole('button', { name: 'Programmer', exact: true }).click();
  const body = (await sent).postDataJSON() as { slots: { at: string }[] };
  expect(body.slots.map(({ at }) => at)).toEqual([
    '2098-03-27T17:30:00.000Z',
    '2098-03-31T16:30:00.000Z',
    '2098-04-03T16:30:00.000Z',
    '2098-04-07T16:30:00.000Z',
  ]);
  await expect(told(page, /4\schapitres programmés\./)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(rows(page).nth(1)).toContainText(/Programmé.*27\smars\s2098,\s18:30/);
  await expect(rows(page).nth(0)).toContainText('Brouillon');

  // A filter, and all that it shows; the schedule goes on after the last one.
  await showFields(page);
  await page.getByLabel('Montrer').selectOption('Brouillons');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Tout choisir (2)' }).click();
  await begin(page, 'Programmer selon un rythme…');
  const next = page.getByRole('dialog', { name: /^Programmer 2\schapitres$/ });
  await expect(next.getByRole('listitem')).toHaveText([
    /^jeudi 10\savril 2098 à\s18:30/,
    /^lundi 14\savril 2098 à\s18:30/,
  ]);
});

test('chapters are priced, published and moved together @desktop', async ({ page, signInAs }) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Tous ensemble', texts(4));
  await box(page, 'Jour 3').check();
  await box(page, 'Jour 4').check();
  await begin(page, 'Changer le prix…');
  const prices = page.getByRole('dialog', { name: /^Prix de 2\schapitres$/ });
  await prices.getByLabel(/^Premium/).check();
  await prices.getByLabel('Coût de chacun en crédits').fill('2');
  const top = () =>
    rows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().top + scrollY);
  const before = await top();
  await prices.getByRole('button', { name: 'Enregistrer' }).click();
  // What was done is in sight, and moves no row.
  await expect(told(page, /2\schapitres à 2\scrédits\./)).toBeInViewport({ ratio: 1 });
  await expect(rows(page).nth(2)).toContainText(/2\scrédits/);
  expect(await top()).toBe(before);
  await page.getByRole('button', { name: 'Fermer' }).click();
  await expect(told(page, /2\schapitres/)).toHaveCount(0);
  expect(await top()).toBe(before);

  await page.getByRole('button', { name: 'Tout choisir (4)' }).click();
  await begin(page, 'Publier maintenant…');
  await page.getByRole('dialog').getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(told(page, /4\schapitres publiés\./)).toBeVisible();
  await expect(rows(page).getByText('Publié', { exact: true })).toHaveCount(4);

  await box(page, 'Jour 1').check();
  await begin(page, 'Déplacer…');
  const moving = page.getByRole('dialog', { name: /^Déplacer «/ });
  await moving.getByLabel('Nouvelle place').selectOption({ label: 'Après 3. Jour 3' });
  await moving.getByRole('button', { name: 'Déplacer' }).click();
  await expect(rows(page).getByRole('heading')).toHaveText([
    'Jour 2',
    'Jour 3',
    'Jour 1',
    'Jour 4',
  ]);
});

test('deleted chapters come back with one press, and are deleted after 20 seconds, on another screen too @variant', async ({
  page,
  signInAs,
}) => {
  await page.clock.install();
  const author = await signInAs({ role: 'author' });
  const { novelId } = await openNovel(page, author, 'Trop de brouillons', texts(4));
  await box(page, 'Jour 1').check();
  await box(page, 'Jour 3').check();
  await begin(page, 'Supprimer');
  await expect(rows(page)).toHaveCount(2);
  await told(page, /2\schapitres à supprimer/)
    .getByRole('button', { name: 'Annuler' })
    .click();
  await expect(rows(page)).toHaveCount(4);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);

  await box(page, 'Jour 3').check();
  await begin(page, 'Supprimer');
  await expect(rows(page)).toHaveCount(3);
  const sent = page.waitForRequest((request) => request.url().endsWith('/batch'));
  await page.getByRole('link', { name: 'Mes romans' }).click();
  await page.clock.fastForward('00:20');
  await sent;
  await page.goto(`/my-novels?roman=${novelId}`);
  await expect(rows(page).getByRole('heading')).toHaveText(['Jour 1', 'Jour 2', 'Jour 4']);
});

test('published chapters are deleted after a question that says how many are published @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Publiés puis supprimés', texts(3));
  await page.getByRole('button', { name: 'Tout choisir (3)' }).click();
  await begin(page, 'Publier maintenant…');
  await page.getByRole('dialog').getByRole('button', { name: 'Publier', exact: true }).click();
  await expect(rows(page).getByText('Publié', { exact: true })).toHaveCount(3);

  await box(page, 'Jour 1').check();
  await box(page, 'Jour 2').check();
  await begin(page, 'Supprimer');
  const question = page.getByRole('dialog', { name: /^Supprimer 2\schapitres/ });
  await expect(question).toContainText(/2\ssont publiés\s: les lecteurs ne les verront plus/);
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(rows(page)).toHaveCount(3);
  await begin(page, 'Supprimer');
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(told(page, /2\schapitres à supprimer/)).toBeVisible();
});

test('premium chapters become free by a rule, and readers see the day before they pay @variant', async ({
  page,
  signInAs,
  axe,
  expectFailure,
}) => {
  const author = await signInAs({ role: 'author' });
  const { chapterIds } = await openNovel(page, author, 'Gratuit plus tard', [
    { title: 'Jour 1', text: 'Le clocher sonna.', isPublished: true },
    { title: 'Jour 2', text: 'Le clocher sonna.', isPublished: true },
  ]);
  await box(page, 'Jour 2').check();
  await begin(page, 'Changer le prix…');
  const prices = page.getByRole('dialog', { name: /^Prix et partie de «\sJour 2/ });
  await prices.getByLabel(/^Premium/).check();
  await prices.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(prices).toHaveCount(0);

  await chooseOfNovel(page, 'Gratuité après parution…');
  const rules = page.getByRole('dialog', { name: 'Gratuité des chapitres premium' });
  await rules.getByLabel('Deviennent gratuits après leur parution').check();
  await rules.getByLabel('Jours après la parution').fill('4');
  await axe();
  await rules.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(told(page, 'La règle de gratuité est enregistrée.')).toBeVisible();
  await expect(rows(page).nth(1)).toContainText(/1\scrédit, gratuit dans 4\sjours/);

  // The page still takes its visitor for the author.
  expectFailure(401);
  await page.context().clearCookies();
  await page.goto(`/chapter/${chapterIds[1] ?? ''}`);
  await expect(page.getByRole('region', { name: /premium/i })).toContainText(
    /Gratuit dans 4\sjours, \p{L}+/u,
  );
});

test('one rule makes the parts of the chosen chapters free @variant', async ({
  page,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Deux livres gratuits', texts(4));
  const intoPart = async (title: string, part: string) => {
    await box(page, title).check();
    await begin(page, 'Ranger dans une partie…');
    await page.getByLabel('Partie du livre').fill(part);
    await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
    await expect(told(page, /est enregistré/)).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  };
  await intoPart('Jour 2', 'Livre I');
  await intoPart('Jour 3', 'Livre II');
  await box(page, 'Jour 2').check();
  await box(page, 'Jour 3').check();
  await begin(page, 'Rendre gratuits après leur parution…');
  const rules = page.getByRole('dialog', { name: 'Gratuité des chapitres premium' });
  const target = rules.getByLabel('Chapitres');
  await expect(target.getByRole('option')).toHaveText([
    /^Les 2\sparties des chapitres choisis$/,
    'Tout le roman',
    'Livre I',
    'Livre II',
  ]);
  await expect(rules.getByLabel('Comme le roman')).toBeChecked();
  await expect(rules).toContainText(/vaut pour les 2\schapitres de ces parties/);
  await rules.getByLabel('Deviennent gratuits après leur parution').check();
  await rules.getByLabel('Jours après la parution').fill('30');
  await axe();
  await rules.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(told(page, 'La règle de gratuité est enregistrée.')).toBeVisible();

  // Each part has it now; one that stands in none proposes the whole novel, which has none.
  await box(page, 'Jour 2').check();
  await begin(page, 'Rendre gratuits après leur parution…');
  await expect(target).toHaveValue('0');
  await expect(rules.getByLabel('Jours après la parution')).toHaveValue('30');
  await target.selectOption('Livre II');
  await expect(rules.getByLabel('Jours après la parution')).toHaveValue('30');
  await target.selectOption('Tout le roman');
  await expect(rules.getByLabel('Ne deviennent pas gratuits d’eux-mêmes')).toBeChecked();
  await rules.getByRole('button', { name: 'Annuler' }).click();
  await box(page, 'Jour 1').check();
  await begin(page, 'Rendre gratuits après leur parution…');
  await expect(target.getByRole('option').first()).toHaveText('Tout le roman');
});

test('chapters leave on a day that readers learn of, and stay with who opened one @variant', async ({
  page,
  signInAs,
  axe,
}) => {
  const author = await signInAs({ role: 'author', name: 'Élise Plume' });
  const title = `Adieu au phare ${crypto.randomUUID().slice(0, 8)}`;
  const written = texts(2).map((one) => ({ ...one, isPublished: true }));
  const { chapterIds } = await openNovel(page, author, title, written);
  const [firstId = ''] = chapterIds;
  await box(page, 'Jour 1').click();
  await begin(page, 'Retirer à une date annoncée…');
  const dialog = page.getByRole('dialog', { name: /^Retirer .* à une date annoncée$/ });
  await expect(dialog.getByLabel('Jour du retrait')).not.toHaveValue('');
  await axe();
  await dialog.getByRole('button', { name: 'Prévoir le retrait' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Jour 1' })).toContainText(/Retrait le \d/);

  const reader = await signInAs({ name: 'Nour' });
  await unlock(page, reader.id, firstId);
  await knock(page, 'depart', {});
  await page.goto(`/chapter/${firstId}`);
  const notice = page.getByText(/^Ce chapitre sera retiré le \d/);
  await expect(notice).toBeVisible();
  await axe();
  await page.locator('.reader .back').click();
  await expect(page.getByText(/^Prochain retrait de chapitres le \d/)).toBeVisible();
  await axe();
  await page.goto('/bibliotheque');
  await expect(page.getByText(/sera retiré le .*, il restera à vous/)).toBeVisible();
});
