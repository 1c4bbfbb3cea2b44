import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { holdCalls } from './hold-calls.ts';
import { openNovel } from './studio.ts';

const paragraph = 'Une phrase assez longue pour compter comme un texte de chapitre. '.repeat(12);
const book = [
  '# Le Phare',
  ...['La lampe', 'Le brouillard', 'Le naufrage'].map(
    (title) => `## ${title}\n\n${title} commence ici. ${paragraph}`,
  ),
].join('\n\n');
const markdown = { name: 'phare.md', mimeType: 'text/markdown', buffer: Buffer.from(book) };

test('a book becomes a novel: chapters are chosen, premium from the second, published @desktop', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(400);
  await signInAs({ role: 'author' });
  await page.goto('/my-novels');
  await page.getByRole('link', { name: 'Importer un livre' }).click();
  const file = page.getByLabel(/^Fichier EPUB/);
  await file.setInputFiles({ ...markdown, name: 'phare.pdf' });
  await expect(page.getByRole('alert')).toHaveText(
    'Choisissez un fichier .epub, .zip, .md ou .txt.',
  );
  await file.setInputFiles(markdown);
  await expect(page.getByRole('heading', { level: 3, name: 'Le Phare' })).toBeFocused();
  await expect(page.getByText('La lampe commence ici.')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Le brouillard/ }).uncheck();
  await expect(page.getByText(/^2\schapitres sur 3\spassages/)).toBeVisible();
  await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('Le Phare');
  await page.getByLabel('Premium à partir d’un chapitre').check();
  const from = page.getByLabel('À partir du chapitre choisi n°');
  await expect(from).toHaveValue('2');
  await page.getByLabel('Tous gratuits').check();
  await page.getByRole('checkbox', { name: /^Le brouillard/ }).check();
  await page.getByLabel('Premium à partir d’un chapitre').check();
  await expect(from).toHaveValue('3');
  await page.getByRole('checkbox', { name: /^Le brouillard/ }).uncheck();
  await from.fill('0');
  await page.getByRole('button', { name: /^Importer 2\schapitres$/ }).click();
  await expect(from).toBeFocused();
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await from.fill('2');
  await expect(from).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Coût de chacun, en crédits').fill('2');
  await page.getByLabel(/^Publiés aussitôt/).check();
  await page.getByRole('button', { name: /^Importer 2\schapitres$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Le Phare' })).toBeFocused();
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/La lampe.*Publié.*Gratuit/);
  await expect(rows.last()).toContainText(/Le naufrage.*Publié.*2\scrédits/);
});

test('without a connection the last press says that nothing is lost, and works again with one @variant', async ({
  page,
  context,
  signInAs,
  expectFailure,
}) => {
  expectFailure(/ERR_INTERNET_DISCONNECTED/);
  expectFailure('CSRF token unobtainable');
  await signInAs({ role: 'author' });
  await page.goto('/my-novels?vue=import');
  await page.getByLabel(/^Fichier EPUB/).setInputFiles(markdown);
  await page.getByLabel('Titre', { exact: true }).fill('Le Phare, réédité');
  const send = page.getByRole('button', { name: /^Importer 3\schapitres$/ });
  await context.setOffline(true);
  await send.click();
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });
  await expect(alert).toHaveText(
    'Aucune réponse reçue du serveur. Rien n’est perdu\u00A0: vérifiez votre connexion, puis importez de nouveau.',
  );
  await context.setOffline(false);
  await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('Le Phare, réédité');
  await send.click();
  await expect(page.getByRole('heading', { level: 2, name: 'Le Phare, réédité' })).toBeVisible();
  await expect(page.getByText('Brouillon', { exact: true })).toHaveCount(3);
});

test('imported chapters are scheduled on chosen weekdays, priced, and free some days later @variant', async ({
  page,
  signInAs,
  axe,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const author = await signInAs({ role: 'author' });
  const { novelId } = await openNovel(page, author, 'Le Phare, suite');
  await page.goto(`/my-novels?roman=${novelId}&vue=import`);
  await page.getByLabel(/^Fichier EPUB/).setInputFiles(markdown);
  const titled = (name: string) => page.getByRole('group', { name });
  await titled('Prix').getByLabel('Premium à partir d’un chapitre').check();
  await page.getByLabel('À partir du chapitre choisi n°').fill('2');
  const free = page.getByRole('region', { name: 'Gratuité des chapitres premium' });
  await expect(free.getByLabel(/^Comme le roman/)).toBeChecked();
  await free.getByLabel('Deviennent gratuits après leur parution').check();
  await free.getByLabel('Jours après la parution').fill('0');
  await titled('Publication').getByLabel('Programmés selon un rythme').check();
  const days = titled('Jours de parution').getByRole('checkbox');
  for (const day of await days.all()) await day.uncheck();
  const send = page.getByRole('button', { name: /^Importer 3\schapitres$/ });
  await send.click();
  await expect(free.getByLabel('Jours après la parution')).toBeFocused();
  await free.getByLabel('Jours après la parution').fill('7');
  await send.click();
  await expect(titled('Jours de parution')).toHaveAccessibleDescription(
    'Choisissez au moins un jour de la semaine.',
  );
  await page.getByLabel('lundi').check();
  await page.getByLabel('jeudi').check();
  await page.getByLabel('Heure de Paris').fill('18:30');
  // The last Thursday before clocks go forward in 2098.
  await page.getByLabel('À partir du', { exact: true }).fill('2098-03-27');
  const slots = page.getByRole('region', { name: 'Parutions' }).getByRole('listitem');
  await expect(slots).toHaveText([
    /^jeudi 27\smars 2098 à\s18:30.*1\. La lampe$/,
    /^lundi 31\smars 2098 à\s18:30.*2\. Le brouillard$/,
    /^jeudi 3\savril 2098 à\s18:30.*3\. Le naufrage$/,
  ]);
  await axe();
  await page.reload();
  await expect(slots).toHaveCount(3);
  await expect(free.getByLabel('Jours après la parution')).toHaveValue('7');
  await send.click();
  await expect(page.getByRole('heading', { level: 2, name: 'Le Phare, suite' })).toBeVisible();
  const rows = page.getByRole('main').getByRole('article');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(/Programmé.*27\smars\s2098,\s18:30/);
  await expect(rows.nth(1)).toContainText(/1\scrédit, gratuit à partir du 7\savril\s2098/);
});

test('a long book has short rows, a way past them, and its dates in a box @variant', async ({
  page,
  signInAs,
}) => {
  const chapters = Array.from(
    { length: 30 },
    (_, index) => `## La lampe du ${index + 1}\n\nOn allume. ${paragraph}`,
  );
  const buffer = Buffer.from(['# Le Phare', ...chapters].join('\n\n'));
  await signInAs({ role: 'author' });
  await page.goto('/my-novels?vue=import');
  await page.getByLabel(/^Fichier EPUB/).setInputFiles({ ...markdown, buffer });
  const rows = page.locator('.recognised > li');
  await expect(rows).toHaveCount(30);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(64);
  await page.getByRole('button', { name: 'Aller aux réglages' }).click();
  const target = page.getByRole('group', { name: /^Où vont ces chapitres/ });
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  await page.getByLabel('Programmés selon un rythme').check();
  const slots = page.getByRole('region', { name: 'Parutions' });
  await expect(slots.getByRole('listitem')).toHaveCount(30);
  const isBounded = await slots.evaluate(
    ({ clientHeight, scrollHeight }) => clientHeight < 300 && scrollHeight > clientHeight,
  );
  expect(isBounded).toBe(true);
});

/** A foreword, and a chapter with two headings inside it. */
const parted = [
  '# Le Phare',
  `## Avant-propos\n\nQui écrit ceci. ${paragraph}`,
  `## La lampe\n\nOn allume. ${paragraph}\n\n### Le vent\n\nIl vient. ${paragraph}\n\n### La pluie\n\nElle suit. ${paragraph}`,
  `## Le naufrage\n\nTout coule. ${paragraph}`,
].join('\n\n');

test('before anything is written one ticks, renames, splits and joins; a reload and another window have all of it @variant', async ({
  page,
  context,
  signInAs,
  axe,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await signInAs({ role: 'author' });
  await page.goto('/my-novels?vue=import');
  await page
    .getByLabel(/^Fichier EPUB/)
    .setInputFiles({ ...markdown, buffer: Buffer.from(parted) });
  const rows = page.locator('.recognised > li');
  const tick = (name: RegExp) => page.getByRole('checkbox', { name });
  const tools = (name: string) =>
    page.getByRole('button', { name: `Modifier «\u00A0${name}\u00A0»`, exact: true });
  await expect(rows).toHaveCount(3);
  await expect(tick(/^Avant-propos/)).not.toBeChecked();
  await expect(tick(/^Avant-propos/)).toHaveAccessibleDescription(/\S+/);
  await tick(/^Avant-propos/).check();

  await tools('La lampe').press('Enter');
  await expect(tools('La lampe')).toHaveAttribute('aria-expanded', 'true');
  await axe();
  await page.getByLabel(/^Couper à un intertitre/).selectOption('2@2');
  await page.getByRole('button', { name: 'Couper ici' }).press('Enter');
  await expect(rows).toHaveCount(4);
  await expect(tools('La lampe')).toBeFocused();
  await page.getByLabel('Titre du chapitre').fill('La lanterne');

  await tools('Le naufrage').click();
  await expect(page.getByLabel('Titre du chapitre')).toHaveCount(1);
  await page.getByRole('button', { name: 'Joindre au chapitre précédent' }).press('Enter');
  await expect(rows).toHaveCount(3);
  await expect(tools('La pluie')).toBeFocused();
  await page.getByLabel('Titre', { exact: true }).fill('Le Phare, réédité');
  await page.getByLabel('Premium à partir d’un chapitre').check();

  await page.reload();
  await expect(rows).toHaveCount(3);
  await expect(tick(/^Avant-propos/)).toBeChecked();
  await expect(rows.nth(1)).toContainText('La lanterne');
  await expect(rows.nth(2)).toContainText(/La pluie.*2\spassages joints/);
  await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('Le Phare, réédité');
  await expect(page.getByLabel('Premium à partir d’un chapitre')).toBeChecked();
  const kept = page.waitForResponse(/\/edits$/);
  await tick(/^La pluie/).uncheck();
  expect((await kept).status()).toBe(200);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('checkbox', { name: /^La pluie/ })).not.toBeChecked();
  await expect(other.getByRole('checkbox', { name: /^La lanterne/ })).toBeChecked();
  await other.close();
  await tick(/^La pluie/).check();
  await page.getByLabel('Tous gratuits').check();
  await page.getByRole('button', { name: /^Importer 3\schapitres$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Le Phare, réédité' })).toBeVisible();
  const chapters = page.getByRole('main').getByRole('article');
  await expect(chapters).toHaveCount(3);
  await expect(chapters.nth(1)).toContainText('La lanterne');
});

test('a file that is dropped goes into a novel that there is @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'Suite et fin');
  await page.getByRole('link', { name: 'Importer' }).click();
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'phare.md', { type: 'text/markdown' }));
    return transfer;
  }, book);
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByLabel('Roman')).toHaveValue(/.+/);
  await page.getByRole('button', { name: 'Tout décocher' }).click();
  await expect(page.getByRole('button', { name: /^Importer 0/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('button', { name: 'Tout cocher' }).click();
  await page.getByRole('button', { name: /^Importer 3\schapitres$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Suite et fin' })).toBeVisible();
  await expect(page.getByText('Brouillon', { exact: true })).toHaveCount(3);
});

test('a page that is loaded anew shows the recognised book again, and then what became of it @variant', async ({
  page,
  signInAs,
  expectFailure,
}) => {
  expectFailure(404);
  page.on('dialog', (dialog) => void dialog.accept());
  await signInAs({ role: 'author' });
  await page.goto('/my-novels?vue=import');
  await page.getByLabel(/^Fichier EPUB/).setInputFiles(markdown);
  await expect(page.getByText('La lampe commence ici.')).toBeVisible();
  const address = page.url();
  await page.reload();
  await expect(page.getByText('La lampe commence ici.')).toBeVisible();
  await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('Le Phare');
  const confirming = await holdCalls(page, /\/confirm$/);
  await page.getByRole('button', { name: /^Importer 3\schapitres$/ }).click();
  await expect(page.getByText(/^Les chapitres sont relus et enregistrés\./)).toBeVisible();
  // What is under way is not hidden by beginning anew.
  const another = page.getByRole('button', { name: 'Choisir un autre fichier' });
  await another.click({ force: true });
  await expect(page.getByText('La lampe commence ici.')).toBeVisible();
  await confirming.release();
  await expect(page.getByText('Brouillon', { exact: true })).toHaveCount(3);
  await page.goto(address);
  await expect(page.getByText('Les chapitres de ce fichier sont déjà importés.')).toBeVisible();
  await page.getByRole('link', { name: 'Voir les chapitres' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Le Phare' })).toBeVisible();
  await page.goto(address.replace(/fichier=[^&]*/, `fichier=${crypto.randomUUID()}`));
  await expect(page.getByText('Ce fichier n’est plus gardé.')).toBeVisible();
  await another.press('Enter');
  await expect(page.getByLabel(/^Fichier EPUB/)).toBeFocused();
  await expect(page.getByLabel(/^Fichier EPUB/)).toBeEnabled();
});

test('chapters may go to any of one’s novels, however many there are @desktop @variant', async ({
  page,
  signInAs,
}) => {
  const { id } = await signInAs({ role: 'author' });
  const titles = Array.from({ length: 26 }, (_, index) => `Tome ${index + 1}`);
  await knock(page, 'own-novels', { userId: id, titles });
  await page.goto('/my-novels?vue=import');
  await page.getByLabel(/^Fichier EPUB/).setInputFiles(markdown);
  const target = page.getByRole('combobox', { name: /^Roman/ });
  const first = target.getByRole('option', { name: 'Tome 1\u00A0»' });
  await expect(target.getByRole('option')).toHaveCount(25);
  await expect(first).toHaveCount(0);
  await page.getByRole('button', { name: 'Ajouter à la liste mes romans plus anciens' }).click();
  await expect(target).toBeFocused();
  await expect(target.getByRole('option')).toHaveCount(27);
  await target.selectOption({ label: 'À la suite de «\u00A0Tome 1\u00A0»' });
  await page.getByRole('button', { name: /^Importer 3\schapitres$/ }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Tome 1', exact: true })).toBeVisible();
  await expect(page.getByText('Brouillon', { exact: true })).toHaveCount(3);
});

test('a file on its way shows how far it is, and can be called back; one that is no book is refused @desktop @variant', async ({
  page,
  context,
  signInAs,
  expectFailure,
}) => {
  expectFailure(422);
  await signInAs({ role: 'author' });
  await page.goto('/my-novels?vue=import');
  const network = await context.newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 200_000 });
  const file = page.getByLabel(/^Fichier EPUB/);
  const large = Buffer.from(book + `\n\n${paragraph}`.repeat(2_000));
  await file.setInputFiles({ ...markdown, buffer: large });
  await expect(page.getByRole('progressbar', { name: 'Envoi de phare.md…' })).toBeVisible();
  await expect(page.getByText(/^[1-9]\d?\s%$/)).toBeVisible();
  await expect(file).toBeDisabled();
  await page.getByRole('button', { name: 'Interrompre' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(file).toBeEnabled();
  await expect(page.getByRole('alert')).toBeEmpty();
  await network.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  const no = { name: 'faux.epub', mimeType: 'application/epub+zip' };
  await file.setInputFiles({ ...no, buffer: Buffer.from('pas un livre') });
  await expect(page.getByRole('alert')).toContainText(/\S+.*\./);
  await expect(file).toBeEnabled();
  await file.setInputFiles(markdown);
  await expect(page.getByRole('heading', { level: 3, name: 'Le Phare' })).toBeFocused();
});
