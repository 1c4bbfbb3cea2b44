import { describe, expect, test } from 'vitest';
import { cleanChapterHtml } from '#server/publishing/book/chapter-html.ts';
import { readExpectedBook, textBytes } from './reading.ts';

const lines =
  'La pluie tombait sur la ville et les passants\ncouraient vers la gare, où l’on attendait encore\nle dernier train de la nuit.\n';
const text = `${lines}\n`.repeat(4);

async function titles(source: string) {
  const book = await readExpectedBook(textBytes(source), 'livre.txt');
  return book.chapters.map(({ part, title }) => (part === null ? title : `${part} / ${title}`));
}

describe('a plain text book', () => {
  test.each([
    [
      'numbered with a word',
      `CHAPITRE PREMIER\nLE DÉPART\n\n${text}\nCHAPITRE II\nL’ARRIVÉE\n\n${text}`,
      ['LE DÉPART', 'L’ARRIVÉE'],
    ],
    [
      'with the title under the number',
      `I\n\nOÙ L’ON PART\nTÔT\n\n\n${text}\n\n\nII\n\nOÙ L’ON ARRIVE\n\n\n${text}`,
      ['I – OÙ L’ON PART TÔT', 'II – OÙ L’ON ARRIVE'],
    ],
    [
      'with bare numerals that begin again in each part',
      `Première partie\n\n\nI\n\n\n${text}\n\nII\n\n\n${text}\n\nDeuxième partie\n\n\nI\n\n\n${text}`,
      ['Première partie / I', 'Première partie / II', 'Deuxième partie / I'],
    ],
    [
      'with titles in capitals only',
      `LE VOYAGE\n\n\n${text}\n\n\nLE RETOUR\n\n\n${text}`.replace(/^/, '\n\n\n'),
      ['LE VOYAGE', 'LE RETOUR'],
    ],
    [
      'with a table of contents first',
      `Table des matières\n\nCHAPITRE I LE DÉPART\nCHAPITRE II LE RETOUR\n\n\nCHAPITRE I\nLE DÉPART\n\n${text}\n\nCHAPITRE II\nLE RETOUR\n\n${text}`,
      ['LE DÉPART', 'LE RETOUR'],
    ],
    [
      'with an epilogue',
      `I\n\n${text}\n\nII\n\n${text}\n\nÉPILOGUE\n\n${text}`,
      ['I', 'II', 'ÉPILOGUE'],
    ],
    ['without headings', text, ['Chapitre 1']],
    [
      'with an initial standing alone',
      `I\n\n${text}\n\nM.\n\n${text}\n\nII\n\n${text}`,
      ['I', 'II'],
    ],
  ])('is cut into chapters: %s', async (_, source, expected) => {
    expect(await titles(source)).toEqual(expected);
  });

  test('joins wrapped lines, and words cut at a hyphen', async () => {
    const book = await readExpectedBook(
      textBytes(`I\n\n${text}Celui-\nci vint\nseul.\n\nII\n\n${text}`),
      'x.txt',
    );
    expect(book.chapters[0]?.html).toContain('<p>Celui-ci vint seul.</p>');
  });

  test('takes each long line as a paragraph', async () => {
    const long = lines.replaceAll('\n', ' ').trim();
    const book = await readExpectedBook(textBytes(`${long}\n${long}\n${long}`), 'x.txt');
    expect(book.chapters[0]?.html.split('\n')).toHaveLength(3);
  });

  test('reads underscores as emphasis, double hyphens as dashes, stars as separators', async () => {
    const book = await readExpectedBook(
      textBytes(
        `I\n\n${text}--Le _Pharaon_--oui, snake_case--est là.\n\n   *   *   *\n\nFin.\n\nII\n\n${text}`,
      ),
      'x.txt',
    );
    expect(book.chapters[0]?.html).toContain(
      '<p>— Le <em>Pharaon</em>—oui, snake_case—est là.</p>\n<hr>\n<p>Fin.</p>',
    );
  });

  test('keeps indented lines as verse', async () => {
    const book = await readExpectedBook(
      textBytes(`${text}    Le voilà qui s’avance,\n    la plume au chapeau.\n\n${text}`),
      'x.txt',
    );
    expect(book.chapters[0]?.html).toContain(
      '<p class="verse">Le voilà qui s’avance,<br>la plume au chapeau.</p>',
    );
  });

  test('keeps referenced notes, and counts them', async () => {
    const book = await readExpectedBook(
      textBytes(`${text}Cent francs[1] et [2].\n\n    [1] De l’époque.\n`),
      'x.txt',
    );
    expect(book.chapters[0]?.html).toContain(
      '<p>Cent francs<sup><a href="#note-1">1</a></sup> et [2].</p>\n<aside id="note-1"><p>De l’époque.</p></aside>',
    );
    expect(book.report).toContain('1 note gardée en fin de chapitre.');
  });

  test('a reference at either end of an emphasis is outside it, as in a saved chapter', async () => {
    const source = `CHAPITRE I\n\n${text}\n_Des cadavres [1]_, dit-il, et _[2] des ruines_.\n\n[1] De l’auteur.\n\n[2] Du même.\n\nCHAPITRE II\n\n${text}`;
    const book = await readExpectedBook(textBytes(source), 'livre.txt');
    const html = book.chapters[0]?.html ?? '';
    expect(html).toContain('<em>Des cadavres</em><sup><a href="#note-1">1</a></sup>, dit-il');
    expect(html).toContain('<sup><a href="#note-2">2</a></sup><em> des ruines</em>');
    expect(cleanChapterHtml(html).html).toBe(html);
  });

  test('ends, also if its last chapter is only an ornament', async () => {
    const chapters = ['LA GARE', 'LE TRAIN', 'LA MER'].map((title) => `${title}\n\n\n${text}`);
    const source = `ROMAN\n\nPar Anne Kerl\n\n\n\n${chapters.join('\n\n\n')}\n\n\nFIN\n\n\n* * *\n\n`;
    expect(await titles(source)).toEqual(['LA GARE', 'LE TRAIN', 'LA MER']);
  });

  test('removes the header and the licence of Project Gutenberg', async () => {
    const source = `The Project Gutenberg EBook of X\n\nTitle: Le Train\n\nAuthor: Jeanne Martin\n\nLanguage: French\n\n*** START OF THIS PROJECT GUTENBERG EBOOK X ***\n\nI\n\n${text}\nII\n\n${text}\nEnd of Project Gutenberg's X\n\n*** END OF THIS PROJECT GUTENBERG EBOOK X ***\n\nFULL LICENSE`;
    const book = await readExpectedBook(textBytes(source), 'pg1.txt');
    expect(book).toMatchObject({ title: 'Le Train', authorName: 'Jeanne Martin', language: 'fr' });
    expect(JSON.stringify(book.chapters)).not.toMatch(/Gutenberg|LICENSE/);
  });

  test('skips a preface before the first chapter and says so', async () => {
    const book = await readExpectedBook(
      textBytes(`PRÉFACE\n\n${text}\nI\n\n${text}\nII\n\n${text}`),
      'x.txt',
    );
    expect(book.chapters.map(({ title }) => title)).toEqual(['I', 'II']);
    expect(book.report.join(' ')).toContain('«\u00A0PRÉFACE\u00A0»');
  });
});

describe('a chapter without text', () => {
  const empty = (title: string) =>
    `«\u00A0${title}\u00A0» ne contient aucun texte et n’est pas devenu un chapitre.`;

  test.each([
    ['above the next one', `CHAPITRE II\n\nCHAPITRE III\n\n${text}`],
    ['right above the next one', `CHAPITRE II\nCHAPITRE III\n\n${text}`],
    ['with no more than an ornament', `CHAPITRE II\n\n* * *\n\nCHAPITRE III\n\n${text}`],
  ])('is named in the report: %s', async (_, rest) => {
    const book = await readExpectedBook(textBytes(`CHAPITRE I\n\n${text}\n${rest}`), 'x.txt');
    expect(book.chapters.map(({ title, html }) => [title, html.split('\n').length])).toEqual([
      ['CHAPITRE I', 4],
      ['CHAPITRE III', 4],
    ]);
    expect(book.chapters[1]?.sourceKey).toBe('chapitre-iii');
    expect(book.report).toContain(empty('CHAPITRE II'));
  });

  test('is named where it is the last line', async () => {
    const source = `CHAPITRE I\n\n${text}\nCHAPITRE II\n\n${text}\nCHAPITRE III\n`;
    const book = await readExpectedBook(textBytes(source), 'x.txt');
    expect(book.chapters).toHaveLength(2);
    expect(book.report).toContain(empty('CHAPITRE III'));
  });

  test('is named by its title in capitals, but « FIN » is not one', async () => {
    const chapters = ['LA GARE', 'LE TRAIN'].map((title) => `${title}\n\n\n${text}\n\n`).join('');
    const source = `\n\n\n${chapters}LE PORT\n\n\nLA MER\n\n\n${text}\n\nFIN DU TOME PREMIER\n\n\n`;
    const book = await readExpectedBook(textBytes(source), 'x.txt');
    expect(book.chapters.map(({ title }) => title)).toEqual(['LA GARE', 'LE TRAIN', 'LA MER']);
    expect(book.report.slice(1)).toEqual([empty('LE PORT')]);
  });
});

describe('the end of a plain text book', () => {
  const chapter = (title: string) => `${title}\n\n\n${text}\n\n`;
  const read = (source: string) => readExpectedBook(textBytes(source), 'livre.txt');

  test.each([
    ['a speech that is a title', '— Adieu !', '<p>— Adieu !</p>'],
    ['a title alone', 'Adieu', '<p>Adieu</p>'],
    ['titles in another order', 'Le retour\n\nAdieu\n\nLe départ', '<p>Le départ</p>'],
    [
      'titles that end sentences',
      'Le départ.\n\nAdieu !\n\nLe retour.',
      '<p>Le départ.</p>\n<p>Adieu !</p>\n<p>Le retour.</p>',
    ],
  ])('keeps %s', async (_, end, expected) => {
    const titles = ['LE DÉPART', 'ADIEU', 'LE RETOUR'].map(chapter).join('');
    const book = await read(`\n\n\n${titles}${end}\n`);
    expect(book.chapters).toHaveLength(3);
    expect(book.chapters[2]?.html.endsWith(expected)).toBe(true);
    expect(book.report).toHaveLength(1);
  });

  test('keeps a last line that is one of two titles', async () => {
    const book = await read(`\n\n\n${chapter('ADIEU')}${chapter('LE RETOUR')}— Adieu !\n`);
    expect(book.chapters[1]?.html).toMatch(/<p>— Adieu !<\/p>$/);
  });

  test('leaves a list of the titles out and says so', async () => {
    const names = ['LE DÉPART', 'LA MER', 'ADIEU', 'LE RETOUR'];
    const book = await read(`\n\n\n${names.map(chapter).join('')}Le départ\n\nAdieu\n\nLe retour`);
    expect(book.chapters[3]?.html.split('\n')).toHaveLength(4);
    expect(book.report).toContain(
      'La liste de 3 titres à la fin du texte, de «\u00A0Le départ\u00A0» à «\u00A0Le retour\u00A0», n’a pas été reprise.',
    );
  });
});

describe('the encoding of a text', () => {
  const sentence = 'L’été, cœur léger — « déjà » à Noël.';
  const windows1252 = Buffer.from(
    Array.from(sentence, (char) => ({ '’': 0x92, œ: 0x9c, '—': 0x97 })[char] ?? char.charCodeAt(0)),
  );
  test.each([
    ['UTF-8', Buffer.from(sentence)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${sentence}`)],
    ['UTF-16 little endian', Buffer.from(`\ufeff${sentence}`, 'utf16le')],
    ['UTF-16 big endian', Buffer.from(`\ufeff${sentence}`, 'utf16le').swap16()],
    ['Windows-1252', windows1252],
  ])('is recognised: %s', async (_, bytes) => {
    const book = await readExpectedBook(new Uint8Array(bytes), 'x.txt');
    expect(book.chapters[0]?.html).toBe(`<p>${sentence}</p>`);
  });
});
