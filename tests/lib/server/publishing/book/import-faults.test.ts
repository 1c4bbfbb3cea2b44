import { describe, expect, test } from 'vitest';
import type { Book } from '#server/publishing/book/book.ts';
import { epub, navPoint, paragraphs } from './epub-fixtures.ts';
import { readExpectedBook, textBytes } from './reading.ts';

const read = (fixture: Parameters<typeof epub>[0]) => readExpectedBook(epub(fixture), 'livre.epub');
const readText = (text: string, name = 'livre.txt') => readExpectedBook(textBytes(text), name);
const titles = ({ chapters }: Book) => chapters.map(({ title }) => title);
const left = ({ proposals }: Book) =>
  proposals.filter(({ isTaken }) => !isTaken).map(({ title }) => title);
const links = (...entries: [file: string, label: string][]) =>
  entries.map(([file, label]) => `<li><a href="${file}">${label}</a></li>`).join('');
const lines =
  'La pluie tombait sur la ville et les passants\ncouraient vers la gare, où l’on attendait encore\nle dernier train de la nuit.\n';
const text = `${lines}\n`.repeat(4);

describe('headings that the table of contents omits', () => {
  const chapter = (title: string, count: number) => `<h2>${title}</h2>${paragraphs(count)}`;

  test('are chapters where an entry holds more than 20,000 words', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `La nuit numéro ${index}`);
    const half = (from: number) =>
      names
        .slice(from, from + 6)
        .map((name) => chapter(name, 220))
        .join('');
    const book = await read({
      documents: {
        'a.xhtml': `<h1>Livre un</h1>${half(0)}`,
        'b.xhtml': `<h1>Livre deux</h1>${half(6)}`,
      },
      nav: links(['a.xhtml', 'Livre un'], ['b.xhtml', 'Livre deux']),
    });
    expect(titles(book)).toEqual(names);
    expect(book.chapters[0]?.part).toBe('Livre un');
    expect(book.proposals[0]).toMatchObject({ confidence: 'probable' });
  });

  test('are chapters where the whole book is one entry', async () => {
    const names = ['Un soir', 'Un matin', 'Un midi', 'Une aube', 'Un hiver', 'Un été'];
    const book = await read({
      documents: {
        'a.xhtml': names.map((name) => `<h1>${name}</h1>${paragraphs(10)}`).join(''),
      },
      nav: links(['a.xhtml', 'Le Train de nuit']),
    });
    expect(titles(book)).toEqual(names);
    expect(book.report).toContain(
      'La table des matières omettait 5 chapitres, retrouvés par leurs titres.',
    );
  });

  test('are reported in the singular when there is one', async () => {
    const book = await read({
      documents: {
        'a.xhtml': ['Un soir', 'Un matin']
          .map((name) => `<h1>${name}</h1>${paragraphs(10)}`)
          .join(''),
      },
      nav: links(['a.xhtml', 'Un soir']),
    });
    expect(titles(book)).toEqual(['Un soir', 'Un matin']);
    expect(book.report).toContain(
      'La table des matières omettait 1 chapitre, retrouvé par son titre.',
    );
  });

  test('are offered as places to split where the entries are shorter', async () => {
    const book = await read({
      documents: {
        'a.xhtml': `<h1>Départ</h1>${paragraphs(10)}${chapter('La lettre', 20)}`,
        'b.xhtml': `<h1>Retour</h1>${paragraphs(30)}`,
      },
      nav: links(['a.xhtml', 'Départ'], ['b.xhtml', 'Retour']),
    });
    expect(titles(book)).toEqual(['Départ', 'Retour']);
    expect(book.proposals[0]?.headings).toEqual([
      { title: 'La lettre', line: 10, wordCount: 2 + 20 * 16 },
    ]);
  });
});

describe('what surrounds the story', () => {
  test.each(['Table des matières', 'Start'])(
    'is not a first chapter that the contents call « %s »',
    async (label) => {
      const book = await read({
        documents: {
          'a.xhtml': paragraphs(60),
          'b.xhtml': `<h1>II</h1>${paragraphs(60)}`,
          'c.xhtml': `<h1>III</h1>${paragraphs(60)}`,
        },
        nav: links(['a.xhtml', label], ['b.xhtml', 'II'], ['c.xhtml', 'III']),
      });
      expect(titles(book)).toEqual(['Chapitre 1', 'II', 'III']);
      expect(book.proposals[0]).toMatchObject({ confidence: 'doubtful' });
      expect(book.proposals[0]?.reason).toContain('prose');
    },
  );

  test('is offered unticked with its reason', async () => {
    const names = ['Introduction', 'Avant-propos', 'I', 'II', 'Postface', 'Annexe'];
    const documents = Object.fromEntries(
      names.map((name, index) => [`d${index}.xhtml`, `<h1>${name}</h1>${paragraphs(40)}`]),
    );
    const book = await read({
      documents,
      nav: links(...names.map((name, index) => [`d${index}.xhtml`, name] as [string, string])),
    });
    expect(titles(book)).toEqual(['I', 'II']);
    expect(left(book)).toEqual(['Introduction', 'Avant-propos', 'Postface', 'Annexe']);
    for (const proposal of book.proposals.filter(({ isTaken }) => !isTaken)) {
      expect(proposal).toMatchObject({ kind: 'paratext', wordCount: 40 * 16 });
      expect(proposal.reason).not.toBeNull();
    }
  });

  test('is no chapter: imprint, bibliography, remains of the contents', async () => {
    const works = ['Le Vent', 'La Mer', 'Le Feu', 'La Terre', 'Les Eaux', 'Le Ciel']
      .map((name, index) => `<p>${name}, roman, Éditions du Phare, ${1990 + index}</p>`)
      .join('');
    const contents = Array.from(
      { length: 12 },
      (_, index) => `<p>Chapitre ${index + 1} . . . . . . . . ${index * 12 + 7}</p>`,
    ).join('');
    const imprint = `<p>${'Cet ouvrage a été composé par les ateliers du port de la ville. '.repeat(9)}</p>
      <p>ISBN 978-2-07-036822-8. Dépôt légal : mars 2021. Tous droits réservés.</p>`;
    const book = await read({
      documents: {
        'i.xhtml': imprint,
        'c.xhtml': contents,
        'a.xhtml': `<h1>Le port</h1>${paragraphs(20)}`,
        'b.xhtml': `<h1>La dune</h1>${paragraphs(21)}`,
        'w.xhtml': works,
      },
      nav: links(
        ['i.xhtml', 'Le Train de nuit'],
        ['c.xhtml', 'Suite'],
        ['a.xhtml', 'Le port'],
        ['b.xhtml', 'La dune'],
        ['w.xhtml', 'Anne Kerl'],
      ),
    });
    expect(titles(book)).toEqual(['Le port', 'La dune']);
    expect(book.proposals.map(({ reason }) => reason)).toEqual([
      'Mentions légales ou d’impression.',
      'Reste d’une table des matières.',
      null,
      null,
      'Liste d’ouvrages.',
    ]);
  });
});

describe('a part without chapters', () => {
  const prose = 'La pluie tombait sur la ville et les passants couraient vers la gare. '.repeat(8);
  const chapters = (part: string) =>
    `# ${part}\n\n${Array.from({ length: 8 }, (_, index) => `## Nuit ${index + 1}\n\n${prose}\n\n`).join('')}`;

  test('leaves the chapters of its siblings alone', async () => {
    const book = await readText(
      `${chapters('Livre un')}# Livre deux\n\n${prose.repeat(10)}\n\n${chapters('Livre trois')}`,
      'livre.md',
    );
    expect(book.chapters).toHaveLength(17);
    expect(book.chapters[8]).toMatchObject({ title: 'Livre deux', part: null });
    expect(book.chapters[9]).toMatchObject({ title: 'Nuit 1', part: 'Livre trois' });
  });

  test('keeps its text in plain text', async () => {
    const book = await readText(
      `PREMIÈRE PARTIE\n\n${text.repeat(2)}\nDEUXIÈME PARTIE\n\nCHAPITRE I\n\n${text}\nCHAPITRE II\n\n${text}`,
    );
    expect(titles(book)).toEqual(['PREMIÈRE PARTIE', 'CHAPITRE I', 'CHAPITRE II']);
    expect(book.chapters[0]?.html.split('\n')).toHaveLength(8);
  });
});

describe('titles', () => {
  test('may end in a full stop', async () => {
    const chapter = (number: string, title: string) =>
      `CHAPITRE ${number}\n\n${title}\n\n${text}\n`;
    const book = await readText(
      chapter('I', 'Le départ de nuit.') +
        chapter('II', 'La gare du nord.') +
        chapter('III', 'Le retour.'),
    );
    expect(titles(book)).toEqual(['Le départ de nuit.', 'La gare du nord.', 'Le retour.']);
  });

  test('omit « Chapitre 12 », which the site adds', async () => {
    const book = await read({
      documents: {
        'a.xhtml': `<h1>Chapitre 1 : La fuite</h1>${paragraphs(9)}`,
        'b.xhtml': `<h1>Chapitre 2</h1>${paragraphs(9)}`,
      },
      nav: links(['a.xhtml', 'Chapitre 1 : La fuite'], ['b.xhtml', 'Chapitre 2']),
    });
    expect(titles(book)).toEqual(['La fuite', 'Chapitre 2']);
  });

  test('are three in a row without blank lines', async () => {
    const book = await readText(
      `PREMIÈRE PARTIE\nCHAPITRE PREMIER\nLE DÉPART\n\n${text}\nCHAPITRE II\nLE RETOUR\n\n${text}`,
    );
    expect(book.chapters).toMatchObject([
      { part: 'PREMIÈRE PARTIE', title: 'LE DÉPART' },
      { part: 'PREMIÈRE PARTIE', title: 'LE RETOUR' },
    ]);
  });
});

describe('the text of a chapter', () => {
  const html = async (body: string, extra: Partial<Parameters<typeof epub>[0]> = {}) => {
    const book = await read({
      documents: { 'a.xhtml': `<h1>I</h1><p>Début.</p>${body}<p>Fin.</p>` },
      nav: links(['a.xhtml', 'I']),
      ...extra,
    });
    return book.chapters[0]?.html.split('\n').slice(1, -1).join('');
  };

  test.each([
    ['two hyphens are a dash', '<p>-- Viens--tu ?</p>', '<p>— Viens—tu ?</p>'],
    ['a picture of an ornament parts scenes', '<p><img src="ornement.png" alt=""/></p>', '<hr>'],
    ['« oOo » parts scenes', '<p>oOo</p>', '<hr>'],
    ['« § » parts scenes', '<p>§</p>', '<hr>'],
    [
      'a class says bold',
      '<p>Un <span class="CharOverride-bold">mot</span>.</p>',
      '<p>Un <strong>mot</strong>.</p>',
    ],
    [
      'a numbered list keeps its numbers',
      '<ol start="3"><li>Trois</li><li>Quatre</li></ol>',
      '<p>3. Trois</p><p>4. Quatre</p>',
    ],
  ])('%s', async (_, body, expected) => {
    expect(await html(body)).toBe(expected);
  });

  test('a class of the style sheet says bold or italic', async () => {
    const manifest = '<item id="css" href="style.css" media-type="text/css"/>';
    const css =
      '/* a */ .c5, p { margin: 0 } .c6 { font-weight: bold; } span.c7{font-style:italic}';
    const body = '<p>Un <span class="c6">mot</span> et <span class="c7">deux</span>.</p>';
    expect(await html(body, { manifest, extra: [{ name: 'OPS/style.css', content: css }] })).toBe(
      '<p>Un <strong>mot</strong> et <em>deux</em>.</p>',
    );
  });

  test('is read in MacRoman', async () => {
    const sentence = 'L’été, déjà, à Noël : où être ? Très près du château français.';
    const codes: Record<string, number> = {
      '’': 0xd5,
      é: 0x8e,
      à: 0x88,
      ë: 0x91,
      ù: 0x9d,
      ê: 0x90,
      è: 0x8f,
      â: 0x89,
      ç: 0x8d,
    };
    const bytes = Uint8Array.from(sentence, (char) => codes[char] ?? char.charCodeAt(0));
    const book = await readExpectedBook(bytes, 'x.txt');
    expect(book.chapters[0]?.html).toBe(`<p>${sentence}</p>`);
  });
});

describe('the report', () => {
  test('says which chapters are empty and which documents come again', async () => {
    const chapter = (number: number) => `<h1>Chapitre ${number}</h1>`;
    const book = await read({
      version: '2.0',
      documents: {
        'a.xhtml': chapter(1) + paragraphs(9),
        'b.xhtml': chapter(2),
        'c.xhtml': chapter(3) + paragraphs(9),
      },
      ncx: [1, 2, 3]
        .map((number) => navPoint(`Chapitre ${number}`, `${'abc'[number - 1] ?? ''}.xhtml`))
        .join(''),
    });
    expect(titles(book)).toEqual(['Chapitre 1', 'Chapitre 3']);
    expect(book.chapters[1]?.part).toBeNull();
    expect(book.report.join(' ')).toContain('«\u00A0Chapitre 2\u00A0» ne contient aucun texte');
  });

  test('begins with the importer’s confidence', async () => {
    const book = await readText(
      `# Un\n\n${text.repeat(2)}\n\n# Deux\n\n${text.repeat(300)}`,
      'x.md',
    );
    expect(book.report[0]).toBe('2 chapitres trouvés, dont 1 à vérifier.');
    expect(book.proposals[1]?.reason).toMatch(/^Très long/);
  });
});
