import { describe, expect, test } from 'vitest';
import type { Book } from '#server/publishing/book/book.ts';
import { epub, paragraphs } from './epub-fixtures.ts';
import { readExpectedBook, textBytes } from './reading.ts';

const read = (fixture: Parameters<typeof epub>[0]) => readExpectedBook(epub(fixture), 'livre.epub');
const readText = (text: string, name = 'livre.txt') => readExpectedBook(textBytes(text), name);
const titles = ({ chapters }: Book) => chapters.map(({ title }) => title);
const links = (...entries: [file: string, label: string][]) =>
  entries.map(([file, label]) => `<li><a href="${file}">${label}</a></li>`).join('');
const lines =
  'La pluie tombait sur la ville et les passants\ncouraient vers la gare, où l’on attendait encore\nle dernier train de la nuit.\n';
const text = `${lines}\n`.repeat(4);

describe('footnotes', () => {
  const story = (body: string, extra: Record<string, string> = {}) =>
    read({
      documents: { 'a.xhtml': `<h1>I</h1>${body}${paragraphs(3)}`, ...extra },
      nav: links(['a.xhtml', 'I']),
    });
  const ends = (book: Book) => {
    const all = book.chapters[0]?.html.split('\n') ?? [];
    return [all[0], all.at(-1)];
  };
  const marker = '<sup><a href="#note-1">1</a></sup>';

  test.each([
    [
      'linked to a file of notes, with links back',
      '<p>Un mot<a id="r12" href="n.xhtml#n12"><sup>12</sup></a> suit.</p>',
      { 'n.xhtml': '<h1>Notes</h1><p id="n12"><a href="a.xhtml#r12">12</a>. La note.</p>' },
    ],
    [
      'in brackets with a link',
      '<p>Un mot [<a href="#n3" id="r3">3</a>] suit.</p><div class="footnotes"><p id="n3">[<a href="#r3">3</a>] La note.</p></div>',
      {},
    ],
    [
      'of Project Gutenberg',
      '<p>Un mot<a id="FNanchor_7" href="#Footnote_7" class="fnanchor">[7]</a> suit.</p><div class="footnote"><p><a id="Footnote_7" href="#FNanchor_7"><span class="label">[7]</span></a> La note.</p></div>',
      {},
    ],
    [
      'of EPUB 3',
      '<p>Un mot<a epub:type="noteref" href="#n">*</a> suit.</p><section epub:type="endnotes"><ol><li id="n" epub:type="endnote"><p>La note. <a epub:type="backlink" href="#x">↩</a></p></li></ol></section>',
      {},
    ],
    ['of TEI, in the sentence', '<p>Un mot(1)<span class="note">La note.</span> suit.</p>', {}],
    [
      'in brackets without a link',
      '<p>Un mot [12] suit.</p>',
      { 'n.xhtml': '<h1>Notes</h1><p>[12] La note.</p>' },
    ],
  ])('stay with their markers: %s', async (_, body, extra) => {
    const book = await story(body, extra);
    expect(ends(book)).toEqual([
      `<p>Un mot${marker} suit.</p>`,
      '<aside id="note-1"><p>La note.</p></aside>',
    ]);
    expect(book.proposals).toHaveLength(1);
  });

  test.each([
    ['a word', 'samovar'],
    ['several words', '<em>grand samovar</em> de cuivre'],
    ['one letter', 'ô'],
  ])('are called behind words that call them: %s', async (_, words) => {
    const book = await story(
      `<p>Il alluma le <a epub:type="noteref" href="#n1">${words}</a> du salon.</p><aside epub:type="footnote" id="n1"><p>La note.</p></aside>`,
    );
    expect(ends(book)).toEqual([
      `<p>Il alluma le ${words}${marker} du salon.</p>`,
      '<aside id="note-1"><p>La note.</p></aside>',
    ]);
    expect(book.report.join(' ')).not.toMatch(/lien|appel/);
  });

  test('are found by their number if words reference them', async () => {
    const book = await story(
      '<p>Le <a epub:type="noteref" href="n.xhtml#n4">samovar</a> fume.</p>',
      { 'n.xhtml': '<h1>Notes</h1><p id="n4">4. La note.</p>' },
    );
    expect(ends(book)).toEqual([
      `<p>Le samovar${marker} fume.</p>`,
      '<aside id="note-1"><p>4. La note.</p></aside>',
    ]);
  });

  test('leave the referencing words if they are missing', async () => {
    const book = await story(
      '<p>Il alluma le <a class="noteref" href="#perdue">samovar</a> du salon.</p>',
    );
    expect(ends(book)[0]).toBe('<p>Il alluma le samovar du salon.</p>');
    expect(book.report).toContain('1 appel de note sans note retiré.');
  });

  test.each(['12', '(3)', '*', '¹', '[b]', '4a', 'note 7', '[Note n° 12]', 'iv'])(
    'remove the mark « %s » that references them',
    async (mark) => {
      const book = await story(
        `<p>Un mot<a epub:type="noteref" href="#n1">${mark}</a> suit.</p><aside epub:type="footnote" id="n1"><p>La note.</p></aside>`,
      );
      expect(ends(book)[0]).toBe(`<p>Un mot${marker} suit.</p>`);
    },
  );

  describe('marked only by a link, in another file', () => {
    const call = (number: number) =>
      `<p>Mot<sup><a href="b.xhtml#n${number}">${number}</a></sup>.</p>`;
    const note = (number: number) => `<p id="n${number}">${number} La note ${number}.</p>`;
    const going = (words: string) => `<p>${words}</p>${paragraphs(3)}`;
    const two = (first: string, second: string) =>
      read({
        documents: {
          'a.xhtml': `<h1>I</h1>${paragraphs(3)}${first}`,
          'b.xhtml': second,
          'c.xhtml': `<h1>II</h1>${paragraphs(3)}`,
        },
        nav: links(['a.xhtml', 'I'], ['c.xhtml', 'II']),
      });

    test.each([
      ['after the only one', call(1), note(1) + going('Le récit continue.')],
      ['after the last one', call(1) + call(2), note(1) + note(2) + going('Le récit continue.')],
      [
        'between two of them, where it is long',
        call(1) + call(2),
        note(1) + going('Le récit continue.') + paragraphs(9) + note(2),
      ],
      [
        'between two of them, where it calls one',
        call(1),
        `${note(1)}<p>Le récit continue.</p>${call(2)}${note(2)}`,
      ],
    ])('leave the story that goes on %s', async (_, first, second) => {
      const book = await two(first, second);
      expect(book.chapters).toHaveLength(2);
      const html = book.chapters[0]?.html ?? '';
      expect(html).toMatch(/<p>Le récit continue\.<\/p>\n/);
      expect(html).toContain('<aside id="note-1"><p>La note 1.</p></aside>');
      expect(html).not.toMatch(/<aside[^\n]*récit/);
      expect(book.proposals[0]?.confidence).toBe('doubtful');
      expect(book.proposals[0]?.reason).toMatch(/^Une note est peut-être plus longue/);
      expect(book.report[0]).toBe('2 chapitres trouvés, dont 1 à vérifier.');
    });

    test.each([
      ['up to the next one', call(1) + call(2), `${note(1)}<p>Sa suite.</p>${note(2)}`],
      ['below « Notes »', call(1), `<h2>Notes</h2>${note(1)}<p>Sa suite.</p>`],
    ])('have several paragraphs %s', async (_, first, second) => {
      const book = await two(first, second);
      expect(book.chapters[0]?.html).toContain(
        '<aside id="note-1"><p>La note 1.</p><p>Sa suite.</p></aside>',
      );
      expect(book.proposals.map(({ confidence }) => confidence)).toEqual(['certain', 'certain']);
    });
  });

  describe('referenced in a heading at the end of its file', () => {
    const title = (words: string) =>
      `<h1>${words}<a epub:type="noteref" href="notes.xhtml#n1">1</a></h1>`;
    const notes = '<h1>Notes</h1><p id="n1">1. La note.</p>';
    const chapter = `<h2>Un</h2>${paragraphs(3)}`;

    test('are referenced after the first paragraph of the next file', async () => {
      const book = await read({
        documents: {
          'p.xhtml': title('Première partie'),
          'q.xhtml': '<h1>Livre premier</h1>',
          'a.xhtml': chapter,
          'notes.xhtml': notes,
        },
        nav: links(['p.xhtml', 'Première partie'], ['a.xhtml', 'Un'], ['notes.xhtml', 'Notes']),
      });
      const html = book.chapters[0]?.html.split('\n') ?? [];
      expect(html.find((line) => line.startsWith('<p>'))).toContain(marker);
      expect(html.at(-1)).toBe('<aside id="note-1"><p>La note.</p></aside>');
      expect(titles(book)).toEqual(['Un']);
    });

    test('are counted if no text follows', async () => {
      const book = await read({
        documents: { 'a.xhtml': chapter, 'p.xhtml': title('Fin'), 'notes.xhtml': notes },
        nav: links(['a.xhtml', 'Un'], ['p.xhtml', 'Fin'], ['notes.xhtml', 'Notes']),
      });
      expect(JSON.stringify(book.chapters)).not.toContain('La note');
      expect(book.report).toContain('1 appel de note sans note retiré.');
    });
  });

  test('are numbered from 1 in each chapter, and do not count as words', async () => {
    const call = (number: number) =>
      `<p>Mot<a href="n.xhtml#n${number}"><sup>${number}</sup></a>.</p>`;
    const note = (number: number) =>
      `<p id="n${number}"><a href="x.xhtml">${number}</a> Note ${number} longue.</p>`;
    const book = await read({
      documents: {
        'a.xhtml': `<h1>I</h1>${call(1)}${call(2)}`,
        'b.xhtml': `<h1>II</h1>${call(3)}`,
        'n.xhtml': [1, 2, 3].map(note).join(''),
      },
      nav: links(['a.xhtml', 'I'], ['b.xhtml', 'II']),
    });
    expect(book.chapters[1]?.html).toBe(
      `<p>Mot${marker}.</p>\n<aside id="note-1"><p>Note 3 longue.</p></aside>`,
    );
    expect(book.chapters.map(({ wordCount }) => wordCount)).toEqual([2, 1]);
  });

  test('leave no mark in titles, and none without its note', async () => {
    const book = await read({
      documents: {
        'a.xhtml': `<h1>Le départ<a href="#n1" class="noteref">[1]</a></h1>${paragraphs(3)}<p>Mot<a href="#perdue" class="noteref">[2]</a>.</p><aside epub:type="footnote" id="n1"><p>De Paris.</p></aside><aside epub:type="footnote" id="n9"><p>Seule.</p></aside>`,
      },
      nav: links(['a.xhtml', 'Le départ [1]']),
    });
    expect(titles(book)).toEqual(['Le départ']);
    expect(book.chapters[0]?.html).toContain('<p>Mot.</p>');
    expect(book.report).toEqual(
      expect.arrayContaining([
        '1 appel de note sans note retiré.',
        '1 note que rien n’appelle retirée.',
      ]),
    );
  });
});

describe('lines that begin with a number in brackets', () => {
  const prompt = 'Le système attendait : [1] ou [2] ?';
  const menu = '[1] Attaquer le dragon.\n\n[2] Fuir sans bruit.';
  const chapters = (first: string, second = text) =>
    readText(`CHAPITRE I\n\n${text}${first}\n\nCHAPITRE II\n\n${second}`);
  const left =
    'Des lignes qui commencent comme des notes («\u00A0[1]\u00A0») sont restées dans le récit.';
  const taken = /^Des lignes qui commencent par «\s\[1\]\s» sont devenues des notes/;

  test.each([
    ['right after what asks for them', `${prompt}\n\n${menu}\n\n${text}`],
    ['with a line between', `${prompt}\n\nIl hésita.\n\n${menu}\n\nIl choisit.`],
    ['well after what asks for them', `${prompt}\n\n${text}${menu}\n\n${text}`],
    ['with one number named', `Il tapa [1].\n\n${menu}\n\n${text}`],
  ])('stay where the story goes on: %s', async (_, first) => {
    const book = await chapters(first);
    expect(book.chapters[0]?.html).toContain(
      '<p>[1] Attaquer le dragon.</p>\n<p>[2] Fuir sans bruit.</p>',
    );
    expect(book.chapters[0]?.html).not.toContain('<aside');
    expect(book.proposals[0]).toMatchObject({ confidence: 'doubtful', reason: left });
    expect(book.proposals[1]).toMatchObject({ confidence: 'certain', reason: null });
    expect(book.report[0]).toBe('2 chapitres trouvés, dont 1 à vérifier.');
  });

  test('stay in their chapter if another one has their number', async () => {
    const book = await read({
      documents: {
        'a.xhtml': `<h1>I</h1>${paragraphs(3)}<p>Il tapa [1] au clavier.</p>`,
        'b.xhtml': `<h1>II</h1>${paragraphs(3)}<p>[1] Attaquer.</p><p>[2] Fuir.</p>`,
        'c.xhtml': `<h1>III</h1>${paragraphs(3)}`,
      },
      nav: links(['a.xhtml', 'I'], ['b.xhtml', 'II'], ['c.xhtml', 'III']),
    });
    expect(book.chapters[0]?.html).toContain('<p>Il tapa [1] au clavier.</p>');
    expect(book.chapters[1]?.html).toMatch(/<p>\[1\] Attaquer\.<\/p>\n<p>\[2\] Fuir\.<\/p>$/);
    expect(book.proposals.map(({ reason }) => reason)).toEqual([null, left, null]);
  });

  test('are notes, with a doubt, if a chapter ends with them, near their references', async () => {
    const book = await chapters(`${prompt}\n\n${menu}`);
    expect(book.chapters[0]?.html).toMatch(
      /<aside id="note-2"><p>Fuir sans bruit\.<\/p><\/aside>$/,
    );
    expect(book.proposals[0]?.confidence).toBe('doubtful');
    expect(book.proposals[0]?.reason).toMatch(taken);
  });

  test.each([
    ['where they are called', `Un mot[1].\n\n[1] La note.\n\n${text}`],
    ['after a speech', `« Un mot »[1]\n\n[1] La note.\n\n${text}`],
    ['at the end of the chapter', `Un mot [1].\n\n${text}[1] La note.`],
    ['below their name', `Un mot [1].\n\nNotes :\n\n[1] La note.`],
  ])('are notes: %s', async (_, first) => {
    const book = await chapters(first);
    expect(book.chapters[0]?.html).toMatch(/<aside id="note-1"><p>La note\.<\/p><\/aside>$/);
    expect(book.proposals.map(({ confidence }) => confidence)).toEqual(['certain', 'certain']);
  });

  test('are notes at the end of the book, and of each chapter with its own numbering', async () => {
    const own = await chapters(
      `Mot [1].\n\n${text}[1] Première.`,
      `Mot [1].\n\n${text}[1] Seconde.`,
    );
    expect(own.chapters.map(({ html }) => /<aside.*>/.exec(html)?.[0])).toEqual([
      '<aside id="note-1"><p>Première.</p></aside>',
      '<aside id="note-1"><p>Seconde.</p></aside>',
    ]);
    const all = await chapters(`Mot [1].\n\n${text}`, `Mot [2].\n\n${text}[1] Un.\n\n[2] Deux.`);
    expect(all.chapters.map(({ html }) => /<aside.*>/.exec(html)?.[0])).toEqual([
      '<aside id="note-1"><p>Un.</p></aside>',
      '<aside id="note-1"><p>Deux.</p></aside>',
    ]);
  });

  test('leave the references of a chapter to its notes if a choice is between them', async () => {
    const book = await chapters(
      `L’épée[1] brillait.\n\n${prompt}\n\n${menu}\n\n${text}[1] La note.`,
    );
    const html = book.chapters[0]?.html ?? '';
    expect(html).toContain('<p>L’épée<sup><a href="#note-1">1</a></sup> brillait.</p>');
    expect(html).toContain(`<p>${prompt}</p>\n<p>[1] Attaquer le dragon.</p>`);
    expect(html).toMatch(/<aside id="note-1"><p>La note\.<\/p><\/aside>$/);
  });
});

describe('the report names titled sections that were notes', () => {
  const said = (title: string) =>
    `La section «\u00A0${title}\u00A0» n’est pas devenue un chapitre\u00A0: ses notes suivent les chapitres qui les appellent.`;
  const sections = ({ report }: Book) => report.filter((sentence) => /sections? «/.test(sentence));
  const call = '<p>Mot<a epub:type="noteref" href="n.xhtml#n1">1</a>.</p>';
  const note = '<p id="n1">1. La note.</p>';

  test.each([
    ['a file with its heading', `<h1>Notes</h1>${note}`, 'Notes'],
    ['a file without a heading', note, 'Notes de fin'],
    [
      'what the book marks',
      `<section epub:type="endnotes"><h1>Notes</h1>${note}</section>`,
      'Notes',
    ],
    ['what has another name', `<h1>Renvois</h1>${note}`, 'Renvois'],
  ])('in an EPUB: %s', async (_, notes, label) => {
    const book = await read({
      documents: { 'a.xhtml': `<h1>I</h1>${paragraphs(9)}${call}`, 'n.xhtml': notes },
      nav: links(['a.xhtml', 'I'], ['n.xhtml', label]),
    });
    expect(titles(book)).toEqual(['I']);
    expect(book.chapters[0]?.html).toContain('<p>La note.</p></aside>');
    expect(sections(book)).toEqual([said(label)]);
  });

  test('in Markdown', async () => {
    const book = await readText(
      `# I\n\n${text}\n\n# II\n\nMot[^1]. ${text}\n\n# Notes\n\n[^1]: La note.\n`,
      'x.md',
    );
    expect(titles(book)).toEqual(['I', 'II']);
    expect(sections(book)).toEqual([said('Notes')]);
  });

  test('in plain text', async () => {
    const book = await readText(
      `CHAPITRE I\n\n${text}Un mot[1].\n\nCHAPITRE II\n\n${text}\n\nNOTES\n\n[1] La note.\n`,
    );
    expect(titles(book)).toEqual(['CHAPITRE I', 'CHAPITRE II']);
    expect(sections(book)).toEqual([said('NOTES')]);
  });

  test('in one sentence if there are many', async () => {
    const chapter = (number: number) =>
      `<h1>Chapitre ${number}</h1>${paragraphs(9)}<p>Mot<a class="noteref" href="#n${number}">1</a>.</p><h2>Notes du ${number}</h2><p id="n${number}">1. La note.</p>`;
    const book = await read({
      documents: Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`c${n}.xhtml`, chapter(n)])),
      nav: links(
        ...[1, 2, 3, 4, 5].map((n) => [`c${n}.xhtml`, `Chapitre ${n}`] as [string, string]),
      ),
    });
    expect(book.chapters).toHaveLength(5);
    expect(sections(book)).toEqual([
      'Les sections «\u00A0Notes du 1\u00A0», «\u00A0Notes du 2\u00A0», «\u00A0Notes du 3\u00A0» et 2 autres ne sont pas devenues des chapitres\u00A0: leurs notes suivent les chapitres qui les appellent.',
    ]);
  });
});
