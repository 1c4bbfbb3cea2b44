/** An author's screens in their states, at both sizes, to look at: `npm run screenshots:studio`. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { addNovel, chooseOf } from './studio.ts';

const prose = 'Le clocher sonna deux fois, et la lampe du phare s’éteignit sans bruit. '.repeat(24);
const titles = [
  'La lampe',
  'Le brouillard descend sur le port',
  'Où l’on apprend que le gardien du phare n’avait pas dit toute la vérité sur la nuit du naufrage',
  'Le naufrage',
  'Une lettre',
];

test.use({ actionTimeout: 15_000 });

/** A name, an address, and what is pressed there. `NOVEL` and `CHAPTER` stand for ids. */
type Screen = [name: string, path: string, press?: (page: Page) => Promise<unknown>];

const novel = '/my-novels?roman=NOVEL';
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
const batch = (action: string) => async (page: Page) => {
  await page.getByRole('button', { name: /^Tout choisir/ }).click();
  const bar = page.getByRole('region', { name: 'Chapitres choisis' });
  await bar.getByLabel('Action').selectOption({ label: action });
  await bar.getByRole('button', { name: 'Continuer' }).click();
};
const ofChapter = (entry: string) => (page: Page) => chooseOf(page, 'Une lettre', entry);

const screens: readonly Screen[] = [
  ['romans', '/my-novels'],
  ['nouveau-roman', '/my-novels?vue=nouveau'],
  ['nouveau-roman-refuse', '/my-novels?vue=nouveau', press('Créer le roman')],
  ['importer', '/my-novels?vue=import'],
  ['chapitres', novel],
  ['publier', novel, ofChapter('Publier…')],
  ['prix', novel, ofChapter('Prix et partie…')],
  ['supprimer', novel, ofChapter('Supprimer…')],
  ['rythme', novel, batch('Programmer selon un rythme…')],
  ['prix-de-tous', novel, batch('Changer le prix…')],
  ['gratuite-de-tous', novel, batch('Rendre gratuits après leur parution…')],
  ['deplacer', novel, batch('Ranger dans une partie…')],
  ['fiche', `${novel}&vue=fiche`],
  ['equipe', `${novel}&vue=equipe`],
  ['chiffres', `${novel}&vue=chiffres`],
  ['annonces', `${novel}&vue=annonces`, press('Nouvelle annonce')],
  ['messages', `/my-novels?vue=messages&roman=NOVEL`],
  ['regles', `/my-novels?vue=regles&roman=NOVEL`],
  ['exporter', `${novel}&vue=exporter`],
  ['editeur', `${novel}&chapitre=CHAPTER`],
  ['publication', `${novel}&chapitre=CHAPTER`, press(/^Publi(er|cation)…$/)],
  ['apercu', `${novel}&chapitre=CHAPTER&vue=apercu`],
  ['versions', `${novel}&chapitre=CHAPTER&vue=versions`],
  ['releves', '/my-novels?vue=releves'],
];

test('the screens of an author @both-widths', async ({ page, signInAs, expectFailure }) => {
  test.setTimeout(300_000);
  expectFailure(400);
  page.on('dialog', (question) => void question.accept());
  const author = await signInAs({ role: 'author', name: 'Anne Kerl' });
  const { novelId, chapterIds } = await addNovel(
    page,
    author,
    'Le Phare de Kerlaz',
    titles.map((title, index) => ({
      title,
      text: prose,
      isPublished: index < 4,
      isPremium: index > 1,
    })),
  );
  const width = page.viewportSize()?.width ?? 0;
  for (const [index, [name, path, act]] of screens.entries()) {
    await page.goto(path.replace('NOVEL', novelId).replace('CHAPTER', chapterIds[0] ?? ''));
    await page.waitForLoadState('networkidle');
    await act?.(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const file = `${String(index + 1).padStart(2, '0')}-${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: test.info().outputPath(file) });
    }
    const wanted = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wanted, `width of ${name}`).toBeLessThanOrEqual(width);
  }
});
