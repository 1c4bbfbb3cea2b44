import { knock } from './challenges.ts';
import { expect, test } from './fixtures.ts';
import { longNovel } from './novels.ts';
import { openNovel } from './studio.ts';

test('an author compares a week with the one before and takes the novel along @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  await openNovel(page, author, 'À emporter', [
    { title: 'Un', text: 'Du texte.', isPublished: true },
    { title: 'Deux', text: 'Un brouillon.' },
  ]);
  await page.getByRole('link', { name: 'Chiffres' }).click();
  await page.getByRole('button', { name: '7 jours' }).click();
  const compared = page.getByRole('region', { name: 'Période comparée' });
  await expect(compared.getByRole('row', { name: /^Euros hors TVA/ })).toContainText('égal');
  await page.reload();
  await expect(page.getByRole('button', { name: '7 jours' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const table = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger en CSV' }).click();
  expect((await table).suggestedFilename()).toMatch(/_comparaison\.csv$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Exporter' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Exporter' })).toBeFocused();
  const book = page.getByRole('listitem').filter({ hasText: 'Livre EPUB' });
  const download = page.waitForEvent('download');
  await book.getByRole('button', { name: 'Télécharger' }).click();
  expect((await download).suggestedFilename()).toMatch(/^a-emporter.*\.epub$/);
  await expect(book.getByRole('status')).toHaveText('Le fichier est téléchargé.');
});

test('all chapters of a long novel can be seen, without a list that scrolls in the page @desktop @variant', async ({
  page,
  catalogue,
  signInAs,
}) => {
  const { _id: novelId, chapterCount, chapters } = catalogue.novel(longNovel.slug);
  const reader = await signInAs({ name: 'Lectrice' });
  const comment = {
    userId: reader.id,
    chapterId: chapters[0]?._id,
    parentId: null,
    texts: ['Bravo !'],
  };
  await knock(page, 'comment', comment);
  await signInAs({ role: 'admin' });
  await page.goto(`/my-novels?vue=chiffres&roman=${novelId}`);
  const part = page.getByRole('region', { name: 'Par chapitre', exact: true });
  await expect(part.getByRole('rowheader')).toHaveCount(20);
  await part.getByRole('button', { name: `Afficher les ${chapterCount} chapitres` }).click();
  await expect(part.getByRole('rowheader')).toHaveCount(chapterCount);
  await expect(part.getByRole('button', { name: 'Replier' })).toBeFocused();
  const scrolls = await part.getByRole('region').evaluate((list) => {
    return list.scrollHeight > list.clientHeight + 1;
  });
  expect(scrolls).toBe(false);
});

test('an author sees which pages and sites readers came from @variant', async ({
  page,
  signInAs,
}) => {
  const author = await signInAs({ role: 'author' });
  const { novelId, chapterIds } = await openNovel(page, author, `D’où ${crypto.randomUUID()}`, [
    { title: 'Un', text: 'Du texte.', isPublished: true },
    { title: 'Deux', text: 'Du texte.', isPublished: true },
  ]);
  const count = (path: string) => page.waitForResponse((answer) => answer.url().includes(path));
  const [one = '', two = ''] = chapterIds;
  // A link on another site, to the first chapter.
  const foreign = `<a href="${new URL(`/chapter/${one}`, page.url()).href}">Lire</a>`;
  // Not an answer of ours: another site's page, which has no server here.
  await page.route('http://lecture.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: foreign }),
  );
  await page.goto('http://lecture.example/critique?id=7');
  let counted = count(`/api/chapters/${one}?countView=true`);
  await page.getByRole('link', { name: 'Lire' }).click();
  expect((await counted).url()).toMatch(/from=lecture\.example$/);
  counted = count(`/api/chapters/${two}?countView=true`);
  await page.locator('.turns > a.next').click();
  expect((await counted).url()).toMatch(/from=\/chapter$/);
  counted = count(`/api/novels/${novelId}?countView=true`);
  await page.locator('.reader-header .back').click();
  expect((await counted).url()).toMatch(/from=\/chapter$/);

  // Views are written in batches, some seconds apart: these may be in two.
  const rows = page.getByRole('region', { name: 'Origine des lecteurs' }).getByRole('row');
  await expect(async () => {
    await page.goto(`/my-novels?vue=chiffres&roman=${novelId}`);
    await expect(rows.nth(1)).toHaveText(/^Un autre chapitre67\s%11\+2$/, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toHaveText(/^lecture\.example33\s%01\+1$/);
});
