import { expect, test } from 'vitest';
import { compareHtml, createTextComparer } from '#server/publishing/versions/compare-texts.ts';
import { studioLimits } from '#shared/constants.ts';

/** As many pieces as a chapter may have of characters; texts of two kinds have no word in common. */
const longText = (kind: string, piece: (word: string, index: number) => string): string => {
  let text = '';
  for (let index = 0; text.length < studioLimits.chapterHtmlCharacters - 200; index++) {
    text += piece(`${kind}${index.toString(36)}`, index);
  }
  return text;
};
const sentences = (word: string, index: number) => (index % 80 === 0 ? `.</p>\n<p>` : ` ${word}`);

test.each([
  ['nothing in common', (kind: string) => `<p>Fin${longText(kind, sentences)}.</p>`],
  [
    'one paragraph of lines of one word',
    (kind: string) => `<p>${longText(kind, (word) => `${word}<br>`)}fin</p>`,
  ],
  [
    'thousands of paragraphs',
    (kind: string) => longText(kind, (word, index) => `<p>${word} ${index % 7}</p>\n`),
  ],
])(
  'the worst pairs are compared while the server answers others: %s',
  { tags: 'slow' },
  async (_, text) => {
    const comparisons = createTextComparer();
    const [before, after] = [text('a'), text('b')];
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const compared = await comparisons.compare(before, after, 'lea');
    clearInterval(timer);
    // On this thread the timer would not have run once.
    expect(turns).toBeGreaterThan(5);
    // On a slow machine not at all.
    expect(['passages', 'none']).toContain(compared?.detail);
    await comparisons.close();
    expect(await comparisons.compare(before, after, 'lea')).toBeUndefined();
  },
);

test('a passage beyond the bounds is a whole, and the comparison says so', () => {
  const [before, after] = ['a', 'b'].map((word) => `<p>${`${word} `.repeat(16_000)}fin</p>`);
  const compared = compareHtml(before ?? '', after ?? '');
  expect(compared).toMatchObject({ detail: 'passages', wordsAdded: 16_001, wordsRemoved: 16_001 });
  // One word that is another is no such passage.
  expect(compareHtml('<p>Mer</p>', '<p>Nuit</p>')).toMatchObject({
    detail: 'words',
    wordsAdded: 1,
    wordsRemoved: 1,
  });
});
