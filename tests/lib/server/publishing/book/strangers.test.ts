import { describe, expect, test } from 'vitest';
import { readExtensions } from '#server/publishing/book/markdown-extensions.ts';
import {
  chapterLabel,
  isPartTitle,
  shownTitle,
  volumeLabel,
} from '#server/publishing/book/titles.ts';
import { epub, paragraphs } from './epub-fixtures.ts';
import { readExpectedBook, textBytes } from './reading.ts';

const readText = (text: string, name: string) => readExpectedBook(textBytes(text), name);
const prose =
  'La pluie avait commencé vers quatre heures, sans bruit, comme on entre chez quelqu’un.';

describe('what the contents have and the reading order lacks', () => {
  const link = (file: string, label: string) => `<li><a href="${file}">${label}</a></li>`;
  const nav = link('a.xhtml', 'Un') + link('b.xhtml#x', 'Deux') + link('c.xhtml', 'Trois');
  const documents = { 'a.xhtml': paragraphs(3), 'c.xhtml': paragraphs(3) };
  const content = `<html><body><h1 id="x">Deux</h1>${paragraphs(3)}</body></html>`;
  const titlesOf = async (fixture: Parameters<typeof epub>[0]) => {
    const { chapters, report } = await readExpectedBook(epub(fixture), 'x.epub');
    return [chapters.map(({ title }) => title), report.join(' ')] as const;
  };

  test.each(['<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>', ''])(
    'comes in at its place and is named (%s)',
    async (manifest) => {
      const extra = [{ name: 'OPS/b.xhtml', content }];
      const [titles, report] = await titlesOf({ documents, nav, manifest, extra });
      expect(titles).toEqual(['Un', 'Deux', 'Trois']);
      expect(report).toContain('«\u00A0Deux\u00A0»\u00A0: absent de l’ordre de lecture');
    },
  );

  test('is named where the contents lack it too', async () => {
    const manifest = '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>';
    const extra = [{ name: 'OPS/b.xhtml', content }];
    const short = link('a.xhtml', 'Un') + link('c.xhtml', 'Trois');
    const [titles, report] = await titlesOf({ documents, nav: short, manifest, extra });
    expect(titles).toEqual(['Un', 'Trois']);
    expect(report).toContain('non repris\u00A0: «\u00A0Deux\u00A0».');
  });

  test('is named where its file is missing', async () => {
    const [titles, report] = await titlesOf({ documents, nav });
    expect(titles).toEqual(['Un', 'Trois']);
    expect(report).toContain('OPS/b.xhtml\u00A0» manque');
  });
});

describe('plain text with a paragraph on each line', () => {
  const lines = [
    '— Qui est là ?',
    '— Le facteur.',
    'Odile ne bougea pas.',
    '— Encore ?',
    'Non.',
    'Il plut.',
  ];

  test('has a paragraph for each line of dialogue', async () => {
    const { chapters } = await readText(lines.join('\n'), 'x.txt');
    expect(chapters[0]?.html.split('\n')).toHaveLength(lines.length);
  });

  test('parts scenes at a rare blank line', async () => {
    const { chapters } = await readText(`${lines.join('\n')}\n\n${lines.join('\n')}`, 'x.txt');
    expect(chapters[0]?.html.match(/<hr>/g)).toHaveLength(1);
  });

  test('is not a wrapped one', async () => {
    const wrapped =
      'Il plut. Odile ferma\nle volet et compta\nles cuillers. Il en\nmanquait une.\n\n';
    const { chapters } = await readText(wrapped.repeat(4), 'x.txt');
    expect(chapters[0]?.html.split('\n')).toHaveLength(4);
  });

  test('has no first line for a title', async () => {
    const chapter = (title: string) => `${title}\nIl plut.\n${lines.join('\n')}\n`;
    const { chapters } = await readText(chapter('Chapitre 1') + chapter('Chapitre 2'), 'x.txt');
    expect(chapters.map(({ title }) => title)).toEqual(['Chapitre 1', 'Chapitre 2']);
  });
});

test('an answer begins a paragraph in a wrapped text, an incise does not', async () => {
  const wrapped =
    'Il plut. Odile ferma\nle volet !\n— dit-on —\net compta les cuillers.\n— Encore, dit-il,\nsans bouger.\n\n';
  const { chapters } = await readText(wrapped.repeat(4), 'x.txt');
  expect(chapters[0]?.html.split('\n').slice(0, 2)).toEqual([
    '<p>Il plut. Odile ferma le volet ! — dit-on — et compta les cuillers.</p>',
    '<p>— Encore, dit-il, sans bouger.</p>',
  ]);
});

describe('numbers of chapters', () => {
  test.each([
    ['Tome 1 – Chapitre 2', 'Tome 1', 2, ''],
    ['Volume 1, chapitre 1,5', 'Volume 1', 1.5, ''],
    ['Livre II, chap. 3', 'Livre II', 3, ''],
    ['T2C14 : Le port', 'Tome 2', 14, 'Le port'],
    ['[Vol. 3] Chapitre 10.5 - Le port', 'Vol. 3', 10.5, 'Le port'],
    ['Saison 1 · Épisode 2 : le port', 'Saison 1', 2, 'le port'],
    ['Première partie, chapitre 3', 'Première partie', 3, ''],
    ['Livre premier – Chapitre 12 bis', 'Livre premier', 12, ''],
  ])('%s', (title, volume, number, rest) => {
    expect(volumeLabel(title)?.volume).toBe(volume);
    expect(chapterLabel(title)).toEqual({ number, named: true, rest });
    expect(isPartTitle(title)).toBe(false);
  });

  test.each([
    ['Chapitre 4.5 – Entracte', 4.5, 'Entracte'],
    ['Chapitre 12 bis : Le facteur', 12, 'Le facteur'],
    ['Ch. 7.5 : La nuit', 7.5, 'La nuit'],
    ['Chapitre 12bis – La nuit', 12, 'La nuit'],
    ['Chapitre 13a : La nuit', 13, 'La nuit'],
    ['Chapitre 5½ : La nuit', 5.5, 'La nuit'],
  ])('%s', (title, number, shown) => {
    expect(chapterLabel(title)?.number).toBe(number);
    expect(shownTitle(title)).toBe(shown);
  });

  test.each([
    'Livre II, chapitre 3 de la Genèse',
    'Le tome 1, chapitre 2, dit',
    'Chère amie',
    'Chapitre à part',
  ])('not of a sentence: %s', (text) => {
    expect([chapterLabel(text), volumeLabel(text)]).toEqual([null, null]);
  });

  test('restart in each volume, which is the part', async () => {
    const chapter = (title: string) => `${title}\n\n${prose}\n\n${prose}\n\n\n`;
    const titles = [
      'Tome 1 – Chapitre 1 : A',
      'Tome 1 – Chapitre 2 : B',
      'Tome 2 – Chapitre 1 : C',
    ];
    const { chapters } = await readText(titles.map(chapter).join(''), 'x.txt');
    expect(chapters.map(({ title, part }) => [part, title])).toEqual([
      ['Tome 1', 'A'],
      ['Tome 1', 'B'],
      ['Tome 2', 'C'],
    ]);
  });
});

describe('Markdown', () => {
  test.each([
    ['# T\n\nUne phrase.\n---\nUne autre.', '# T\n\nUne phrase.\n\n---\nUne autre.'],
    ['# T\n\nUne phrase.\n===\nUne autre.', '# T\n\nUne phrase.\n\n---\nUne autre.'],
    ['# T\n\n> Une phrase.\n> ---\n> Une.', '# T\n\n> Une phrase.\n> \n> ---\n> Une.'],
    ['# T\n\nChapitre 2\n---\n', '# T\n\nChapitre 2\n---\n'],
    ['Un titre\n---\n', 'Un titre\n---\n'],
    ['# T {#id .class key=val}', '# T'],
    ['# T {.unnumbered} ##', '# T'],
    ['# T {-}', '# T'],
    ['# T {#a}{.b}', '# T'],
    ['Un *mot*{.x}, un autre{.y} et {.5}.', 'Un *mot*, un autre et {.5}.'],
    ['# Les {gardées}', '# Les {gardées}'],
    ['[Un mot]{.smallcaps} et {autre}', 'Un mot et {autre}'],
    ['[lien](a.html){.x target="_blank"}', '[lien](a.html)'],
    ['```\n# T {#id}\n```', '```\n# T {#id}\n```'],
  ])('%j is read as %j', (markdown, text) => {
    expect(readExtensions(markdown).text).toBe(text);
  });
});
