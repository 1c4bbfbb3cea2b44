import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Book } from '#server/publishing/book/book.ts';
import { cleanChapterHtml } from '#server/publishing/book/chapter-html.ts';
import { readBook } from '#server/publishing/book/read-book.ts';
import { setStoredTypography, setTypography } from '#shared/text/typography.ts';
import { countWords } from '#shared/text/words.ts';
import { outsideSubset, readExpectedBook } from './reading.ts';

const folder =
  process.env.FEUILLETON_TEST_DATA ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const absent = !existsSync(resolve(folder, 'expected-chapters.json'));
const reason = absent ? ` (skipped: no test data at ${folder}; set FEUILLETON_TEST_DATA)` : '';
if (absent) console.info(`Real books are not read${reason}`);

type Truth = { stats: Record<string, { chapters: number; words: number }> };
const truth: Truth = absent
  ? { stats: {} }
  : (JSON.parse(readFileSync(resolve(folder, 'expected-chapters.json'), 'utf8')) as Truth);

/** Chapters from the README if the ground truth has no entry; words if it has. */
const books: [path: string, chapters: number, title: string, author: string][] = [
  ['epub/about-l-homme-a-l-oreille-cassee.epub', 20, "L'homme à l'oreille cassée", 'Edmond About'],
  ['epub/aimard-les-pieds-fourchus.epub', 9, 'Les Pieds fourchus', 'Gustave Aimard, Auriac'],
  ['epub/anonyme-les-louanges-de-la-folie.epub', 1, 'Les louanges de la Folie', 'Anonyme'],
  ['epub/feval-la-vampire.epub', 27, 'La vampire', 'Paul H.C. Féval (père)'],
  ['epub/feval-le-chevalier-tenebre.epub', 14, 'Le chevalier Ténèbre', 'Paul H.C. Féval (père)'],
  ['epub/gaboriau-l-affaire-lerouge.epub', 20, "L'affaire Lerouge", 'Émile Gaboriau'],
  ['epub/gaboriau-le-crime-d-orcival.epub', 28, "Le crime d'Orcival", 'Émile Gaboriau'],
  [
    'epub/ponson-rocambole-en-prison.epub',
    112,
    'Rocambole en prison',
    'Pierre Alexis de Ponson du Terrail',
  ],
  [
    'epub-pandoc/dumas-le-comte-de-monte-cristo.epub',
    117,
    'Le Comte de Monte-Cristo',
    'Alexandre Dumas',
  ],
  ['epub-pandoc/leblanc-813.epub', 53, '813', 'Maurice Leblanc'],
  ['epub-pandoc/maupassant-bel-ami.epub', 18, 'Bel-Ami', 'Guy de Maupassant'],
  ['text/dumas-les-trois-mousquetaires.txt', 68, 'Les trois mousquetaires', 'Alexandre Dumas'],
  [
    'text/leblanc-arsene-lupin-gentleman-cambrioleur.txt',
    9,
    'Arsène Lupin gentleman-cambrioleur',
    'Maurice Leblanc',
  ],
  [
    'text/leroux-le-mystere-de-la-chambre-jaune.txt',
    29,
    'Le mystère de la chambre jaune',
    'Gaston Leroux',
  ],
  [
    'text/verne-le-tour-du-monde-en-80-jours.txt',
    37,
    'Le Tour du Monde en 80 Jours',
    'Jules Verne',
  ],
  ['text/zola-germinal.txt', 40, 'Germinal', 'Emile Zola'],
  ['markdown/galopin-le-docteur-omega.md', 14, 'Le Docteur Oméga', 'Arnould Galopin'],
  ['markdown/malot-sans-famille.md', 42, 'Sans famille', 'Hector Malot'],
  ['markdown/maupassant-bel-ami.md', 18, 'Bel-Ami', 'Guy de Maupassant'],
  ['markdown/sue-le-juif-errant.md', 192, 'Le Juif errant', 'Eugène Sue'],
];

function expectedWords(path: string): number | null {
  const name = path.replace(/^markdown\/(.*)\.md$/, '$1');
  return truth.stats[name]?.words ?? null;
}

/** The ground truth counts tokens between white space. */
function spacedTokens(html: string): number {
  return html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((token) => token !== '').length;
}

describe.skipIf(absent)(`real books${reason}`, () => {
  /** Each book is read once for all tests. */
  const read = new Map<string, Promise<Book>>();
  const readOnce = (path: string) => {
    const book =
      read.get(path) ?? readExpectedBook(new Uint8Array(readFileSync(resolve(folder, path))), path);
    read.set(path, book);
    return book;
  };
  afterAll(() => read.clear());

  test.each(books)(
    '%s gives its %i chapters and all of its text',
    async (path, count, title, author) => {
      const book = await readOnce(path);
      expect(book.chapters).toHaveLength(count);
      expect(book).toMatchObject({ title, authorName: author, language: 'fr' });
      const words = expectedWords(path);
      const tokens = book.chapters.reduce((sum, { html }) => sum + spacedTokens(html), 0);
      if (words !== null) expect(Math.abs(tokens / words - 1)).toBeLessThan(0.03);
      expect(new Set(book.chapters.map(({ sourceKey }) => sourceKey)).size).toBe(count);
      for (const chapter of book.chapters) {
        expect(chapter.title).toMatch(/^\S.*$/u);
        expect(chapter.wordCount).toBeGreaterThan(100);
        expect(outsideSubset(chapter.html)).toEqual([]);
      }
    },
  );

  test.each(books)('%s gives chapters that cleaning does not change', async (path) => {
    const book = await readOnce(path);
    const changed = book.chapters.filter(({ html }) => cleanChapterHtml(html).html !== html);
    expect(changed.map(({ title }) => title)).toEqual([]);
  });

  test.each(books)('%s has typography that is stored once and for all', async (path) => {
    const { chapters } = await readOnce(path);
    for (const { html, wordCount } of chapters) {
      const stored = setStoredTypography(html, 'fr');
      expect(setStoredTypography(stored, 'fr')).toBe(stored);
      expect(setTypography(stored, 'fr')).toBe(setTypography(html, 'fr'));
      expect(cleanChapterHtml(stored).html).toBe(stored);
      expect(countWords(stored)).toBe(wordCount);
    }
  });

  test('Germinal names the part of each chapter', async () => {
    const path = 'text/zola-germinal.txt';
    const book = await readOnce(path);
    expect(new Set(book.chapters.map(({ part }) => part)).size).toBe(7);
    expect(book.chapters[6]).toMatchObject({ part: 'Deuxième partie', title: 'I' });
  });

  test('Le Comte de Monte-Cristo keeps its cover and its four parts', async () => {
    const path = 'epub-pandoc/dumas-le-comte-de-monte-cristo.epub';
    const book = await readOnce(path);
    expect(book.cover?.mediaType).toBe('image/png');
    expect(new Set(book.chapters.map(({ part }) => part)).size).toBe(4);
  });
});

const refused: Record<string, string> = {
  'ocf-zip-comp.epub': 'UNSUPPORTED_FORMAT',
  'ocf-zip-mult.epub': 'BROKEN_FILE',
  'ocf-zip-mult.z01': 'UNSUPPORTED_FORMAT',
  'pub-xml-external-id.epub': 'HOSTILE_FILE',
  'pub-xml-names.epub': 'BROKEN_FILE',
  'pub-xml-non-validating_unclosed.epub': 'BROKEN_FILE',
};

describe.skipIf(absent)(`EPUB conformance files${reason}`, () => {
  const conformance = resolve(folder, 'epub-conformance');
  const names = absent
    ? ['none']
    : readdirSync(conformance).filter((name) => /\.(?:epub|z01)$/.test(name));

  test.each(names)('%s gives its text or the refusal it deserves', async (name) => {
    const result = await readBook(new Uint8Array(readFileSync(resolve(conformance, name))), name);
    expect(result.ok ? 'text' : result.refusal.code).toBe(refused[name] ?? 'text');
    const faults = result.ok ? result.book.chapters.flatMap(({ html }) => outsideSubset(html)) : [];
    expect(faults).toEqual([]);
  });

  const text = async (name: string) => {
    const book = await readExpectedBook(
      new Uint8Array(readFileSync(resolve(conformance, name))),
      name,
    );
    return { book, html: book.chapters.map(({ html }) => html).join('\n') };
  };

  test('the first package of several is read', async () => {
    expect((await text('ocf-package_multiple.epub')).html).toMatch(/pass/i);
    expect((await text('ocf-package_arbitrary.epub')).html).toMatch(/pass/i);
  });

  test('documents repeated in the spine are repeated in the book', async () => {
    expect((await text('pkg-spine-duplicate-item-rendering.epub')).book.chapters).toHaveLength(4);
  });

  test('creators keep their order and white space is collapsed', async () => {
    expect((await text('pkg-creator-order.epub')).book.authorName).toMatch(
      /^Dave Cramer, Wendy Reid/,
    );
    expect((await text('pkg-meta-whitespace.epub')).book.title).not.toMatch(/\s{2}/);
  });

  test('a foreign document in the spine is replaced by its fallback', async () => {
    expect((await text('pub-foreign_json-spine.epub')).book.chapters).toHaveLength(1);
  });
});
