import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksToHtml } from '#server/publishing/book/block.ts';
import { readBlocks } from '#server/publishing/book/blocks.ts';
import { cleanChapterHtml } from '#server/publishing/book/chapter-html.ts';
import { parseHtml } from '#server/publishing/book/html-tree.ts';
import { outsideSubset } from './reading.ts';

const clean = (html: string) => cleanChapterHtml(html).html;
const readAsBook = (html: string) => blocksToHtml(readBlocks(parseHtml(html)).blocks);
const marker = (number: number) => `<sup><a href="#note-${number}">${number}</a></sup>`;
const aside = (number: number, text: string) => `<aside id="note-${number}"><p>${text}</p></aside>`;

describe('a text made to be slow', { tags: 'slow' }, () => {
  test.each([
    ['<lg>', '<l> </l>'],
    ['<blockquote>', '<p>a</p>'],
    ['<blockquote>', '<p>a</p><hr>'],
    ['<table><tr>', '<td> </td>'],
    ['<p>', '<br>'],
    ['<p>', '<em> </em>'],
    ['<p>', '<ruby>a<rt>b</rt></ruby>'],
    ['<ol>', '<li>a</li>'],
    ['', '<a href="#note-1"></a>'],
    ['', '<aside id="note-1">a</aside>'],
  ])(
    'of %j and many %j is cleaned in a time that its length explains',
    (beginning, piece) => {
      const cleanMs = (characters: number) => {
        const html = beginning + piece.repeat(Math.floor(characters / piece.length));
        const before = process.cpuUsage();
        cleanChapterHtml(html);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      // Four times the text in about four times the processor time; the first run warms up.
      const shortMs = cleanMs(125_000);
      expect(cleanMs(500_000)).toBeLessThan(8 * shortMs + 1000);
    },
    60_000,
  );
});

describe('cleanChapterHtml', () => {
  test.each([
    [
      'turns i and b into em and strong',
      '<p><i>a</i> <b>b</b></p>',
      '<p><em>a</em> <strong>b</strong></p>',
    ],
    [
      'nests em and strong in a fixed order',
      '<p><b>x<i>y</i></b></p>',
      '<p><strong>x<em>y</em></strong></p>',
    ],
    [
      'takes italics from a span',
      '<p><span style="font-style: italic">a</span></p>',
      '<p><em>a</em></p>',
    ],
    [
      'unwraps small capitals, fonts and links',
      '<p><small>a</small><font>b</font> <a href="x">c</a></p>',
      '<p>ab c</p>',
    ],
    [
      'collapses white space and keeps no-break spaces',
      '<p>  a \n b\u00a0! </p>',
      '<p>a b\u00a0!</p>',
    ],
    [
      'keeps one no-break space after the dash of a line of dialogue',
      '<p>—\u00a0\u00a0Oui —\u00a0\u00a0non.<br>— \u00a0Ah\u00a0!</p>\n<p>—\u202fNon. — Si.</p>',
      '<p>—\u00a0Oui —\u00a0\u00a0non.<br>—\u00a0Ah\u00a0!</p>\n<p>—\u202fNon. — Si.</p>',
    ],
    ['composes accents', '<p>e\u0301</p>', '<p>é</p>'],
    ['drops empty paragraphs', '<p>a</p><p>\u00a0</p><p><br></p><p>b</p>', '<p>a</p>\n<p>b</p>'],
    [
      'writes h1 as h2 and h5 as h3',
      '<h1>a</h1><h5>b</h5><p>c</p>',
      '<h2>a</h2>\n<h3>b</h3>\n<p>c</p>',
    ],
    ['wraps loose text in a paragraph', 'a<div>b</div>c', '<p>a</p>\n<p>b</p>\n<p>c</p>'],
    ['parts paragraphs at doubled breaks', '<p>a<br/><br/>b</p>', '<p>a</p>\n<p>b</p>'],
    ['keeps a single break', '<p>a <br/> b</p>', '<p>a<br>b</p>'],
    [
      'writes lists as dashed paragraphs',
      '<ul><li>a</li><li><p>b</p></li></ul>',
      '<p>– a</p>\n<p>– b</p>',
    ],
    [
      'keeps the paragraphs of a quotation together',
      '<blockquote><p>a</p>b</blockquote>',
      '<blockquote><p>a</p><p>b</p></blockquote>',
    ],
    [
      'keeps lang and drops other attributes',
      '<p id="x" style="y" lang="en" onclick="z">a <em xml:lang="la" class="q">b</em></p>',
      '<p lang="en">a <em lang="la">b</em></p>',
    ],
    ['refuses a lang that is not a language tag', '<p lang="a&quot; onclick=1">a</p>', '<p>a</p>'],
    [
      'keeps ruby with its readings',
      '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
      '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
    ],
    ['unwraps ruby without a reading', '<p><ruby>漢</ruby></p>', '<p>漢</p>'],
    [
      'keeps the lines of a paragraph marked as verse',
      '<p class="verse x">a<br>b</p>',
      '<p class="verse">a<br>b</p>',
    ],
    [
      'joins the lines of a TEI poem',
      '<div class="lg"><div class="l">a</div><div class="l">b</div></div>',
      '<p class="verse">a<br>b</p>',
    ],
    [
      'parts the stanzas of a Gutenberg poem',
      '<div class="poem"><div class="stanza"><span class="i0">a<br></span><span class="i0">b<br></span></div><div class="stanza"><span class="i0">c<br></span></div></div>',
      '<p class="verse">a<br>b</p>\n<p class="verse">c</p>',
    ],
    [
      'keeps a drop capital drawn as an image',
      '<p><img alt="S" src="s.png">oit</p>',
      '<p>Soit</p>',
    ],
    [
      'keeps raised digits apart from the number',
      '<p>10<sup>3</sup>, M<sup>me</sup></p>',
      '<p>10³, Mme</p>',
    ],
  ])('%s', (_, html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  test.each(['* * *', '***', '⁂', '—⁂—', '*', '⁂ ⁂', '-----', '§'])(
    'reads « %s » between paragraphs of a book as a scene separator',
    (sign) => {
      const block = sign === '§' ? `<h3>${sign}</h3>` : `<p style="text-align:center">${sign}</p>`;
      expect(readAsBook(`<p>a</p>${block}<p>b</p>`)).toBe('<p>a</p>\n<hr>\n<p>b</p>');
    },
  );

  test.each(['…', '— ...', 'XXX', '!', '?'])('keeps « %s » as a paragraph', (text) => {
    expect(clean(`<p>a</p><p>${text}</p><p>b</p>`)).toContain(`<p>${text}</p>`);
  });

  test('drops separators at the edges and doubled ones', () => {
    expect(clean('<hr><p>a</p><hr><hr><p>b</p><hr>')).toBe('<p>a</p>\n<hr>\n<p>b</p>');
  });

  test('removes and counts note references and notes', () => {
    const html = `<p>a<a epub:type="noteref" href="#n1">1</a> b<sup><a href="#x">2</a></sup> c<a href="n.html#note3">[3]</a></p>
      <aside epub:type="footnote"><p>un</p></aside><section class="footnotes"><ol><li>deux</li><li>trois</li></ol></section>`;
    const cleaned = cleanChapterHtml(html);
    expect(cleaned.html).toBe('<p>a b c</p>');
    expect(cleaned.removed.footnotes).toBe(3);
  });

  test.each([
    ['1er janvier 1800.', '2 livres sterling.'],
    ['[1] de la liste.', '* voir plus haut.'],
    ['(1) Premier cas.', '<em>2</em> est pair.'],
  ])('keeps what a note begins with, number or not: %s', (first, second) => {
    const html = [
      `<p>Un${marker(1)} et deux${marker(2)}.</p>`,
      aside(1, first),
      aside(2, second),
    ].join('\n');
    expect(clean(html)).toBe(html);
  });

  test.each(['<p>Notes pour plus tard.</p>', '<h2>Note</h2>', '<p>Note de bas de page :</p>'])(
    'keeps %s above the notes',
    (last) => {
      const html = `<p>Un${marker(1)}.</p>\n${last}\n${aside(1, 'Une note.')}`;
      expect(clean(html)).toBe(html);
    },
  );

  test.each([
    '<p>Tapez [1] pour attaquer, [2] pour fuir.</p>\n<p>[1] Attaquer.</p>\n<p>[2] Fuir.</p>',
    '<p>-- Oui, dit-il -- enfin, non.</p>',
    '<p>§</p>\n<p>Le paragraphe.</p>\n<p>ooo</p>',
    '<p>Avant.</p>\n<p>***</p>\n<p>Après.</p>',
    `<p>Un (${marker(1)}) appel.</p>\n${aside(1, 'Une note.')}`,
  ])('keeps what was typed as it was typed: %s', (html) => {
    expect(clean(html)).toBe(html);
  });

  test('counts the reference of a last heading without text after it', () => {
    const html = `<p>Un.</p>\n<h2>Fin${marker(1)}</h2>\n${aside(1, 'Une note.')}`;
    const cleaned = cleanChapterHtml(html);
    expect(cleaned.html).toBe('<p>Un.</p>\n<h2>Fin</h2>');
    expect(cleaned.removed).toMatchObject({ footnotes: 0, noteMarks: 1 });
  });

  test.each([
    `<p>Un.</p>\n<p>${marker(1)}</p>\n${aside(1, 'Une note.')}`,
    `<p class="centered">${marker(1)}</p>\n<p>Un.</p>\n${aside(1, 'Une note.')}`,
    `<p>Un.</p>\n<div class="box"><p>${marker(1)}</p></div>\n${aside(1, 'Une note.')}`,
  ])('keeps a note that has a paragraph of its own: %s', (html) => {
    expect(clean(html)).toBe(html);
    expect(clean(html.replace('<p>Une note.</p>', ''))).not.toMatch(/<p[^>]*><\/p>|<sup>/);
  });

  test('copies notes with several references to twice their length and no further', () => {
    const count = 60;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const prose = numbers.map((number) => `<p>Mot${marker(number).repeat(95)}</p>`);
    const notes = numbers.map((number) => aside(number, `Note ${number} : ${'a'.repeat(3_880)}`));
    const html = [...prose, ...notes].join('\n');
    const cleaned = clean(html);
    const lost = numbers.filter((number) => !cleaned.includes(`Note ${number} : `));
    expect(lost).toEqual([]);
    expect(cleaned.length).toBeLessThan(2 * html.length);
  });

  test('keeps words that link to a note', () => {
    expect(clean('<p>voir <a class="noteref" href="#n">la longue explication</a></p>')).toContain(
      'la longue explication',
    );
  });

  test('removes images, scripts, forms and formulas, and keeps tables', () => {
    const cleaned = cleanChapterHtml(
      '<p>a<img src="x"></p><svg><text>no</text></svg><script>no()</script><form><input value="no">b</form><math><mi>no</mi></math><video>no</video><table><tr><td>c</td><td>d</td></tr></table>',
    );
    expect(cleaned.html).toBe('<p>a</p>\n<p>b</p>\n<table><tr><td>c</td><td>d</td></tr></table>');
    expect(cleaned.removed).toEqual({
      images: 2,
      movedImages: 0,
      hidden: [],
      footnotes: 0,
      noteMarks: 0,
      links: 0,
      tables: 0,
      scripts: 1,
      other: 3,
    });
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">a</a>',
    '<style>*{background:url(x)}</style>',
    '<p onmouseover="alert(1)">a</p>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<p lang='en\"><script>alert(1)</script>'>a</p>",
    '<ruby lang="x" onclick=1>a<rt><img src=x onerror=alert(1)></rt></ruby>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">a</xmp>',
    '<template><script>alert(1)</script></template><iframe srcdoc="<script>1</script>"></iframe>',
  ])('lets no active content through: %s', (html) => {
    const cleaned = clean(`<p>avant</p>${html}<p>après</p>`);
    expect(outsideSubset(cleaned)).toEqual([]);
    expect(cleaned).not.toMatch(/<(?:script|img|style|a|svg|iframe)|\son\w+=(?![^<]*<\/p>)/i);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      ...'<p> </p> <em> </em> <i> <strong> </strong> <br> <hr> <blockquote> </blockquote> <h1> </h1> <h3> <div> </div> <span> <ruby> <rt> <rp> </ruby> <p\u00a0class="verse"> <div\u00a0class="poem"> <li> <ul> <table> <tr> <td> </td> <th> </tr> </table> <div\u00a0class="box"> <p\u00a0class="centered"> <caption> <img\u00a0data-picture="0123456789abcdef0123456789abcdef"\u00a0alt="x"\u00a0width="8"\u00a0height="6"> <figure> <pre> </pre> <a\u00a0href="#n"> </a> <sup> <script> </script> <!-- --> <p\u00a0lang="fr"> <em\u00a0lang="en"> *** ⁂ § [1] & &amp; &lt; &#x338; < > " \u0338 e\u0301 \u00ad \u00a0 \ud800 \n'
        .split(' ')
        .map((text) => text.replaceAll('\u00a0', ' ')),
    ),
    fc.string({ maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('un', 'deux ', ' trois', '– '),
  );

  test('writes only the allowed subset, whatever the input, and is idempotent', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const once = clean(pieces.join(''));
        expect(outsideSubset(once)).toEqual([]);
        expect(clean(once)).toBe(once);
        expect(once.normalize('NFC')).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });

  // Parsed as a tree, each of these would take minutes: the test would not end.
  test.each([
    ['divisions', '<div>'.repeat(100_000)],
    ['items', '<ul><li>'.repeat(60_000)],
    ['items that paragraphs stand in', '<li><p><blockquote>'.repeat(25_000)],
    ['definitions', '<dl><dd>'.repeat(50_000)],
    ['elements that HTML does not close', '<i/>'.repeat(100_000)],
    ['italics that were left open', '<p>a<i>'.repeat(50_000)],
    ['many blocks, far down', '<blockquote>'.repeat(990) + '<p>a</p>'.repeat(60_000)],
  ])('reads markup of absurd depth as bare text: %s', (_name, html) => {
    expect(clean(`<p><em>un</em></p>${html}fond`)).toMatch(/^<p>un [a ]*fond<\/p>$/);
    // Only a tag inside a tag is lost with the tags.
    const nested = html.replaceAll('>', ' <b>>');
    expect(clean(`<p><em>un</em></p>${nested}fond`)).toMatch(/^<p>un (?!.*<\w).*fond<\/p>$/);
  });

  test('keeps realistically nested markup', () => {
    const deep = `${'<div><ul><li>'.repeat(20)}<p>un <i>mot</i></p>${'</li></ul></div>'.repeat(20)}`;
    expect(clean(deep)).toBe('<p>– un <em>mot</em></p>');
    expect(clean('<p>a'.repeat(5_000))).toBe(Array(5_000).fill('<p>a</p>').join('\n'));
  });

  test.each([['<a href="#1">1'.repeat(30_000)], ['<'.repeat(500_000)]])(
    'cleans repetitive markup: %#',
    (html) => {
      expect(outsideSubset(clean(html))).toEqual([]);
    },
  );
});
