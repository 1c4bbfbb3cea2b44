import { titleLength } from '#shared/text/title-length.ts';
import { required } from './catalogue.ts';
import { paragraphsOf } from './demo-sentences.ts';
import { expect, test } from './fixtures.ts';
import { spokenText } from './paged.ts';

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

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');

test('a screen reader is given the author’s text and nothing else', async ({ page, catalogue }) => {
  const { novel, free } = catalogue.mixed;
  await page.goto(`/chapter/${free._id}`);
  await page.waitForLoadState('networkidle');
  const spoken = await spokenText(page);
  const written = await paragraphsOf(novel.title, free.chapterNumber);
  expect(written.length).toBeGreaterThan(10);
  for (const paragraph of written) expect(spoken).toContain(withoutSpaces(paragraph));
  // Marked-up paragraphs as well, in one piece with the others: no decoy is between them.
  const seen = await page.locator('.chapter-text').innerText();
  expect(spoken).toContain(withoutSpaces(seen));
});

test('a title of 110 characters leaves text on the first screen', async ({ page, catalogue }) => {
  await page.goto(`/chapter/${catalogue.mixed.free._id}`);
  const title = page.getByRole('heading', { level: 1 });
  const words =
    'Où l’on apprend que la gardienne du phare ne comptait pas revenir avant le printemps suivant, et pourquoi elle';
  expect(words.length).toBe(110);
  await title.evaluate(
    (heading, [text, length]) => {
      heading.textContent = text;
      heading.dataset.length = length;
    },
    [words, titleLength(words)] as const,
  );
  const height = page.viewportSize()?.height ?? 0;
  expect((await title.boundingBox())?.height).toBeLessThanOrEqual(0.35 * height);
  const lines = await title.evaluate(
    (heading) => heading.clientHeight / parseFloat(getComputedStyle(heading).lineHeight),
  );
  expect(Math.round(lines)).toBeLessThanOrEqual(4);
  const text = await page.locator('.chapter-text').boundingBox();
  expect(text?.y).toBeLessThan(0.75 * height);
});
