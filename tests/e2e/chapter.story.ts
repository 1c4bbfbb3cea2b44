import { required } from './catalogue.ts';
import { paragraphsOf } from './demo-sentences.ts';
import { expect, test } from './fixtures.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the whole text of a free chapter can be read', async ({ page, catalogue }) => {
    const { novel, free } = catalogue.mixed;
    await page.goto(`/chapter/${free._id}`);
    const text = page.locator('.chapter-text');
    await expect(text).toBeVisible();
    const written = await paragraphsOf(novel.title, free.chapterNumber);
    expect(written.length).toBeGreaterThan(10);
    const shown = (await text.innerText()).replace(/\s+/g, ' ');
    for (const paragraph of written) expect(shown).toContain(paragraph);
  });

  test('previous and next lead through the novel', async ({ page, catalogue }) => {
    const { novel } = catalogue.mixed;
    const [first, second] = novel.chapters;
    await page.goto(`/chapter/${required(first, 'chapter')._id}`);
    await expect(page.getByText('Début du roman')).toBeVisible();
    await page.getByRole('link', { name: /Chapitre suivant./ }).click();
    await expect(page).toHaveURL(`/chapter/${required(second, 'second chapter')._id}`);
    await page.getByRole('link', { name: /^Précédent/ }).click();
    await expect(page).toHaveURL(`/chapter/${required(first, 'chapter')._id}`);
  });
});

test('the header leads back to the novel and names the chapter', async ({ page, catalogue }) => {
  const { novel, free } = catalogue.mixed;
  await page.goto(`/chapter/${free._id}`);
  const header = page.locator('.reader-header');
  await expect(header.getByRole('link', { name: novel.title })).toHaveAttribute(
    'href',
    `/novel/${novel.slug}`,
  );
  await expect(header).toContainText(`Chapitre ${free.chapterNumber}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(free.title);
});

test('the last chapter has no next one', async ({ page, catalogue }) => {
  const last = required(catalogue.mixed.novel.chapters.at(-1), 'last chapter');
  await page.goto(`/chapter/${last._id}`);
  await expect(page.getByText('Dernier chapitre paru')).toBeVisible();
  await expect(page.getByRole('link', { name: /suivant/ })).toHaveCount(0);
});

test('a locked chapter shows its title, number and cost, and no text', async ({
  page,
  catalogue,
}) => {
  const { novel, locked } = catalogue.mixed;
  const answer = await page.goto(`/chapter/${locked._id}`);
  expect(answer?.status()).toBe(200);
  const panel = page.getByRole('region', { name: 'Contenu premium' });
  await expect(panel).toBeVisible();
  await expect(panel).toContainText(locked.title);
  await expect(panel).toContainText(`Chapitre ${locked.chapterNumber}`);
  await expect(panel).toContainText(`${locked.creditCost} crédit`);
  await expect(page.locator('.chapter-text')).toHaveCount(0);
  const sent = (await page.content()).replace(/\s+/g, ' ');
  const written = await paragraphsOf(novel.title, locked.chapterNumber);
  expect(written.length).toBeGreaterThan(10);
  for (const paragraph of written) {
    expect(sent).not.toContain(paragraph.slice(0, 40));
  }
});

test('a new chapter opens at its top', async ({ page, catalogue }) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  const next = page.getByRole('link', { name: /Chapitre suivant./ });
  await next.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await next.click();
  await expect(page.locator('.number')).toContainText('Chapitre 2');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
