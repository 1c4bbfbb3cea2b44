import { describe, expect, test } from 'vitest';
import {
  container,
  epub,
  epubEntries,
  mimetype,
  navPoint,
  paragraphs,
  prose,
  xhtml,
} from './epub-fixtures.ts';
import { readExpectedBook, readExpectedRefusal } from './reading.ts';
import { writeZip } from './zip-writer.ts';

const png = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\nIHDR', 'latin1'));
const places = (book: Awaited<ReturnType<typeof readExpectedBook>>) =>
  book.chapters.map(({ part, title }) => (part === null ? title : `${part} / ${title}`));
const read = (fixture: Parameters<typeof epub>[0]) => readExpectedBook(epub(fixture), 'livre.epub');

describe('an EPUB 3', () => {
  test('is split at its navigation document’s targets', async () => {
    const book = await read({
      documents: {
        'a.xhtml': `<h1>Le départ</h1>${paragraphs(9)}`,
        'b.xhtml': `<h1>Le retour</h1>${paragraphs(9)}`,
      },
      nav: '<li><a href="a.xhtml">Le départ</a></li><li><a href="b.xhtml">Le retour</a></li>',
    });
    expect(book).toMatchObject({
      title: 'Le Train de nuit',
      authorName: 'Jeanne Martin',
      language: 'fr',
      identifier: 'urn:uuid:11111111-2222-4333-8444-555555555555',
    });
    expect(places(book)).toEqual(['Le départ', 'Le retour']);
    expect(book.chapters[0]?.html.startsWith(`<p>${prose}</p>`)).toBe(true);
    expect(book.chapters[0]?.wordCount).toBe(9 * 16);
  });

  test('is split at anchors inside one file, entries without text being parts', async () => {
    const body = `<section id="p"><h1>Première partie</h1><section id="c1"><h2>I</h2>${paragraphs(5)}</section>
      <section><h2 id="c2">II</h2>${paragraphs(5)}</section></section>`;
    const book = await read({
      documents: { 'a.xhtml': body },
      nav: '<li><a href="a.xhtml#p">Première partie</a><ol><li><a href="a.xhtml#c1">I</a></li><li><a href="a.xhtml#c2">II</a></li></ol></li>',
    });
    expect(places(book)).toEqual(['Première partie / I', 'Première partie / II']);
    expect(book.chapters.map(({ html }) => html.split('\n').length)).toEqual([5, 5]);
  });

  test('takes a flat part page as the part of what follows', async () => {
    const book = await read({
      documents: {
        'p1.xhtml': '<h1>Livre premier</h1>',
        'a.xhtml': `<h1>I</h1>${paragraphs(5)}`,
        'p2.xhtml': '<h1>Livre second</h1><p>Une épigraphe.</p>',
        'b.xhtml': `<h1>I</h1>${paragraphs(5)}`,
      },
      nav: ['p1', 'a', 'p2', 'b']
        .map(
          (name, index) =>
            `<li><a href="${name}.xhtml">${['Livre premier', 'I', 'Livre second', 'I'][index]}</a></li>`,
        )
        .join(''),
    });
    expect(places(book)).toEqual(['Livre premier / I', 'Livre second / I']);
    expect(book.chapters[1]?.html).toContain('<p>Une épigraphe.</p>');
    expect(new Set(book.chapters.map(({ sourceKey }) => sourceKey)).size).toBe(2);
  });

  test('takes a navigation heading without a link as a part', async () => {
    const book = await read({
      documents: { 'a.xhtml': paragraphs(5), 'b.xhtml': paragraphs(5) },
      nav: '<li><span>Arc 1</span><ol><li><a href="a.xhtml">Un</a></li><li><a href="b.xhtml">Deux</a></li></ol></li>',
    });
    expect(places(book)).toEqual(['Arc 1 / Un', 'Arc 1 / Deux']);
  });

  test('leaves out title page, contents, preface and notes, and says so', async () => {
    const book = await read({
      documents: {
        't.xhtml':
          '<section epub:type="titlepage"><h1>Le Train de nuit</h1><p>Jeanne Martin</p></section>',
        'c.xhtml':
          '<h1>Sommaire</h1><ol><li><a href="a.xhtml">I</a></li><li><a href="b.xhtml">II</a></li><li><a href="n.xhtml">Notes</a></li></ol>',
        'p.xhtml': `<h1>Préface</h1>${paragraphs(6)}`,
        'a.xhtml': `<h1>I</h1>${paragraphs(30)}`,
        'b.xhtml': `<h1>II</h1>${paragraphs(30)}`,
        'n.xhtml': `<h1>Notes</h1>${paragraphs(4)}`,
      },
      nav: '<li><a href="t.xhtml">Le Train de nuit</a></li><li><a href="p.xhtml">Préface</a></li><li><a href="a.xhtml">I</a></li><li><a href="b.xhtml">II</a></li><li><a href="n.xhtml">Notes</a></li>',
    });
    expect(places(book)).toEqual(['I', 'II']);
    expect(book.report.join(' ')).toMatch(/«\sPréface\s» \(96 mots\).*«\sNotes\s»/);
  });

  test('follows manifest fallbacks, skips what is missing and reads the first root file', async () => {
    const entries = epubEntries({
      documents: { 'a.xhtml': paragraphs(3), 'missing.xhtml': '' },
      nav: '<li><a href="a.xhtml">A</a></li>',
    }).filter(({ name }) => name !== 'OPS/missing.xhtml');
    const book = await readExpectedBook(writeZip(entries), 'x.epub');
    expect(places(book)).toEqual(['A']);
    expect(book.report.join(' ')).toContain('missing.xhtml');
  });

  test('uses each document as a chapter when there is neither navigation nor heading', async () => {
    const book = await read({ documents: { 'a.xhtml': paragraphs(3), 'b.xhtml': paragraphs(3) } });
    expect(places(book)).toEqual(['Chapitre 1', 'Chapitre 2']);
  });

  test('uses headings when there is no navigation', async () => {
    const book = await read({
      documents: {
        'a.xhtml': `<h1>Partie A</h1><h2>Un</h2>${paragraphs(3)}<h2>Deux</h2>${paragraphs(3)}`,
        'b.xhtml': `<h1>Partie B</h1><h2>Trois</h2>${paragraphs(3)}`,
      },
    });
    expect(places(book)).toEqual(['Partie A / Un', 'Partie A / Deux', 'Partie B / Trois']);
  });

  test('keeps footnotes, removes images and scripts, and counts them in the report', async () => {
    const book = await read({
      documents: {
        'a.xhtml': `<h1>I</h1><p>Un mot<a epub:type="noteref" href="#n">1</a>.<img src="http://example.org/x.png" alt=""/></p><script>alert(1)</script><aside epub:type="footnote" id="n"><p>La note.</p></aside>${paragraphs(3)}`,
      },
      nav: '<li><a href="a.xhtml">I</a></li>',
    });
    const lines = book.chapters[0]?.html.split('\n');
    expect(lines?.[0]).toBe('<p>Un mot<sup><a href="#note-1">1</a></sup>.</p>');
    expect(lines?.at(-1)).toBe('<aside id="note-1"><p>La note.</p></aside>');
    expect(book.report).toEqual(
      expect.arrayContaining([
        '1 note gardée en fin de chapitre.',
        '1 image retirée.',
        '1 script retiré.',
      ]),
    );
  });

  test('keeps an image cover whose bytes are what they say', async () => {
    const withCover = (content: string | Uint8Array, type = 'image/png') =>
      read({
        documents: { 'a.xhtml': paragraphs(3) },
        manifest: `<item id="c" href="c.bin" media-type="${type}" properties="cover-image"/>`,
        extra: [{ name: 'OPS/c.bin', content }],
      });
    expect((await withCover(png)).cover).toEqual({
      bytes: Buffer.from(png),
      mediaType: 'image/png',
    });
    for (const book of [await withCover('<svg/>', 'image/svg+xml'), await withCover('no image')]) {
      expect(book.cover).toBeNull();
      expect(book.report.join(' ')).toContain('couverture');
    }
  });

  test('corrects the language of a text that is plainly French', async () => {
    const book = await read({
      metadata: '<dc:creator>A</dc:creator><dc:language>en</dc:language>',
      documents: {
        'a.xhtml': `<p>${'Le vieux marchand est venu dans la ville avec des étoffes pour les dames. '.repeat(20)}</p>`,
      },
    });
    expect(book.language).toBe('fr');
    expect(book.report.join(' ')).toContain('corrigée');
  });

  test('does not treat obfuscated fonts as protection', async () => {
    const book = await read({
      documents: { 'a.xhtml': paragraphs(3) },
      extra: [
        {
          name: 'META-INF/encryption.xml',
          content:
            '<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></enc:EncryptedData></encryption>',
        },
      ],
    });
    expect(book.chapters).toHaveLength(1);
  });

  test('refuses a document that is not well-formed, naming it', async () => {
    const refusal = await readExpectedRefusal(
      epub({ documents: { 'a.xhtml': '<p>ouvert' } }),
      'x.epub',
    );
    expect(refusal).toMatchObject({ code: 'BROKEN_FILE' });
    expect(refusal.message).toContain('a.xhtml');
  });

  test('gives the same book for the same bytes and reports increasing progress', async () => {
    const bytes = epub({ documents: { 'a.xhtml': paragraphs(3), 'b.xhtml': paragraphs(3) } });
    expect(await readExpectedBook(bytes, 'x.epub')).toEqual(
      await readExpectedBook(bytes, 'x.epub'),
    );
  });
});

describe('an EPUB 2', () => {
  test('is split at its NCX’s targets, with HTML entities and tool numbers parsed', async () => {
    const book = await read({
      version: '2.0',
      metadata:
        '<dc:creator opf:role="aut"> 1722 FevalPP Féval, Paul</dc:creator><dc:creator opf:role="trl">Autre</dc:creator><dc:language>fr</dc:language>',
      documents: {
        'a.xhtml': `<h1><span class="headingNumber">1. </span>I<br/>La pêche</h1><p>Oh&nbsp;! &eacute;t&eacute;</p>${paragraphs(3)}`,
        'b.xhtml': `<h1><span class="headingNumber">2. </span>II<br/>L’île</h1>${paragraphs(3)}`,
      },
      ncx: navPoint('1. I La pêche', 'a.xhtml') + navPoint('2. II L’île', 'b.xhtml'),
    });
    expect(book.authorName).toBe('Paul Féval');
    expect(places(book)).toEqual(['I – La pêche', 'II – L’île']);
    expect(book.chapters[0]?.html.split('\n')[0]).toBe('<p>Oh\u00a0! été</p>');
  });

  test('finds numbered chapters that the NCX omits', async () => {
    const chapter = (number: string) => `<h3>${number}</h3>${paragraphs(300)}`;
    const book = await read({
      version: '2.0',
      documents: {
        'a.xhtml': `<h1>Les amours</h1>${chapter('I')}${chapter('II')}${chapter('III')}`,
        'b.xhtml': `<h1>Les prisons</h1>${chapter('I')}${chapter('II')}${chapter('III')}`,
      },
      ncx: navPoint('1. Les amours', 'a.xhtml') + navPoint('2. Les prisons', 'b.xhtml'),
    });
    expect(places(book)).toEqual([
      'Les amours / I',
      'Les amours / II',
      'Les amours / III',
      'Les prisons / I',
      'Les prisons / II',
      'Les prisons / III',
    ]);
  });

  test('finds a chapter inside the page of the table of contents', async () => {
    const list =
      '<h2>Table of contents</h2><ul><li><a href="#c1">I</a></li><li><a href="b.xhtml">II</a></li><li><a href="c.xhtml">III</a></li></ul>';
    const book = await read({
      version: '2.0',
      documents: {
        'index.xhtml': `<h1>Le Train de nuit</h1>${list}<h2 id="c1">I Une soirée</h2>${paragraphs(5)}`,
        'b.xhtml': `<h1>II Le château</h1>${paragraphs(5)}`,
        'c.xhtml': `<h1>III Les noces</h1>${paragraphs(5)}`,
      },
      ncx: navPoint('II Le château', 'b.xhtml') + navPoint('III Les noces', 'c.xhtml'),
    });
    expect(places(book)).toEqual(['I Une soirée', 'II Le château', 'III Les noces']);
  });

  test('joins a chapter that its tool split over several files', async () => {
    const book = await read({
      version: '2.0',
      documents: {
        'a.xhtml': `<h1>Un</h1>${paragraphs(5)}`,
        'a2.xhtml': paragraphs(5),
        'b.xhtml': `<h1>Deux</h1>${paragraphs(5)}`,
      },
      ncx: navPoint('Un', 'a.xhtml') + navPoint('Deux', 'b.xhtml'),
    });
    expect(book.chapters.map(({ html }) => html.split('\n').length)).toEqual([10, 5]);
  });

  test('drops the header and the licence of Project Gutenberg', async () => {
    const book = await read({
      version: '2.0',
      documents: {
        'a.xhtml': `<div class="pgheader"><p>The Project Gutenberg eBook</p></div><h1>Un</h1>${paragraphs(5)}<section class="pg-boilerplate pgheader"><p>Licence</p></section>`,
      },
      ncx: navPoint('Un', 'a.xhtml'),
    });
    expect(book.chapters[0]?.html.split('\n')).toHaveLength(5);
  });

  test('reads a malformed document as it can be, and says so', async () => {
    const book = await read({
      version: '2.0',
      documents: { 'a.xhtml': `<p>ouvert ${paragraphs(2)}` },
    });
    expect(book.report.join(' ')).toContain('mal formé');
  });
});

describe('the package of an EPUB', () => {
  test.each([
    ['no container', [mimetype, { name: 'a.txt', content: 'a' }], 'MISSING_PACKAGE'],
    ['no container and no mimetype', [{ name: 'a.txt', content: 'a' }], 'UNSUPPORTED_FORMAT'],
    [
      'a container that names nothing',
      [mimetype, { name: 'META-INF/container.xml', content: '<container/>' }],
      'MISSING_PACKAGE',
    ],
    ['no package document', [mimetype, container()], 'MISSING_PACKAGE'],
    [
      'a package document of another kind',
      [mimetype, container(), { name: 'OPS/book.opf', content: '<html/>' }],
      'MISSING_PACKAGE',
    ],
    [
      'no spine',
      [mimetype, container(), { name: 'OPS/book.opf', content: '<package><manifest/></package>' }],
      'MISSING_PACKAGE',
    ],
    [
      'only images',
      epubEntries({ documents: { 'a.xhtml': '<img src="a.png" alt="x"/>' } }),
      'NO_TEXT',
    ],
  ])('is refused with %s', async (_, entries, code) => {
    expect((await readExpectedRefusal(writeZip(entries), 'x.epub')).code).toBe(code);
  });

  test('is found wherever the container says', async () => {
    const opf =
      '<package version="3.0"><metadata><title>T</title></metadata><manifest><item id="a" href="../x%20y/a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>';
    const book = await readExpectedBook(
      writeZip([
        container('deep/p/q.opf'),
        { name: 'deep/p/q.opf', content: opf },
        { name: 'deep/x y/a.xhtml', content: xhtml(paragraphs(2)) },
      ]),
      'x.epub',
    );
    expect(book).toMatchObject({ title: 'T', authorName: '', identifier: null });
  });
});
