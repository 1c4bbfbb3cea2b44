import { expect, test } from 'vitest';
import { cleanPastedHtml } from '#islands/studio/editor/paste/clean-paste.ts';

test('attributes, styles and comments go; what says italic or bold is marked', () => {
  const pasted =
    '<!-- x --><style>p{color:red}</style><p class=MsoNormal style="margin:0">' +
    "<span lang=FR style='font-style:italic;font-weight:700'>a</span><o:p>&nbsp;</o:p></p>";
  expect(cleanPastedHtml(pasted)).toBe('<p><span data-paste="italic bold">a</span></p>');
});

test('a paragraph may be italic or bold by its own style, unless words within say otherwise', () => {
  const pasted =
    '<p style="font-style: italic">a</p><p style="font-weight:700">b</p>' +
    '<p style="font-style:italic;font-weight:bold">c <span style="font-style:normal">d</span></p>' +
    '<h2 style="font-weight:700">e</h2>';
  expect(cleanPastedHtml(pasted)).toBe(
    '<p data-paste="italic">a</p><p data-paste="bold">b</p>' +
      '<p data-paste="bold"><span data-paste="italic">c </span><span>d</span></p><h2>e</h2>',
  );
});

test.each([
  ['bold 13px Times', 'strong'],
  ['oblique 13px/1.5 "Times New Roman"', 'em'],
  ['italic small-caps 700 1.2em Times, serif', 'em'],
  ['13.0px Helvetica-Bold', 'strong'],
])('what the shorthand of a font says of words holds: %s', (font, name) => {
  const pasted = `<style>p.p1 {font: ${font}} span.s1 {font: 13px Times}</style><p class="p1">a <span class="s1">b</span></p>`;
  const word = name === 'em' ? 'italic' : 'bold';
  const { body } = new DOMParser().parseFromString(cleanPastedHtml(pasted), 'text/html');
  const marked = [...body.querySelectorAll(`[data-paste~=${word}]`)];
  expect(marked.map(({ textContent }) => textContent)).toEqual(['a ']);
});

test('a space that Cocoa writes as one that does not break is plain', () => {
  const pasted = '<p>a.<span class="Apple-converted-space">&nbsp; </span>b</p>';
  expect(cleanPastedHtml(pasted)).toBe('<p>a. b</p>');
});

const small = '<img width="16" src="https://e.invalid/';
test.each([
  ['its description', `${small}x.png" alt="🙂">`, '🙂'],
  ['a family of several', `${small}x.png" alt="👩‍👩‍👧">`, '👩‍👩‍👧'],
  ['a label', '<span role="img" aria-label="🌧️"></span>', '🌧️'],
  ['a drawing with a label', '<svg role="img" aria-label="🇫🇷"><path d=""/></svg>', '🇫🇷'],
  [
    'the name of its file',
    `${small}emoji/14.0/google-medium/1f1eb-1f1f7@2x.png" alt=":fr:">`,
    '🇫🇷',
  ],
  ['a file of Google', `${small}noto-emoji/emoji_u1f327_fe0f.png">`, '🌧️'],
  ['a key', `${small}x.png" alt="3️⃣">`, '3️⃣'],
  ['a short name alone', `${small}x.png" data-stringify-emoji=":vague:">`, ':vague:'],
  ['the character inside', '<span role="img" aria-label="sourire">🙂</span>', '<span>🙂</span>'],
])('an emoji that is a picture is the character: %s', (_, picture, emoji) => {
  expect(cleanPastedHtml(`<p>Oui ${picture}.</p>`)).toBe(`<p>Oui ${emoji}.</p>`);
});

test.each([
  '<figure class="callout"><div>💡</div><div><strong>Statut</strong><p>Nom</p></div></figure>',
  '<aside>💡<p><strong>Statut</strong></p><p>Nom</p></aside>',
  '<div class="notion-callout"><img width="20" alt="💡" src="x.png"><div><p><strong>Statut</strong></p></div></div>',
])('the icon of a box stands before its first words: %s', (copied) => {
  expect(cleanPastedHtml(copied)).toMatch(
    /^<div class="box">(?:<div>|<p>)*💡&nbsp;<strong>Statut<\/strong>/,
  );
});

test('a picture whose words are digits or that is large stays a picture', () => {
  expect(cleanPastedHtml('<p>a<img alt="12" src="x.png"></p>')).toContain('<img');
  expect(cleanPastedHtml('<p>a<img alt="🙂" width="400" src="x.png"></p>')).toContain('<img');
});

const shapesOfBlanks = [
  '<p class=MsoNormal><o:p>&nbsp;</o:p></p>',
  '<p></p>',
  '<p><span>&nbsp;</span></p>',
  '<p><br></p>',
  '<div><br></div>',
  '<br>',
  '<p>\u200B</p>',
];
test.each(shapesOfBlanks)(
  'a rare blank line is a scene break, everywhere it is spacing: %s',
  (blank) => {
    const breaksOf = (html: string) => {
      const { body } = new DOMParser().parseFromString(cleanPastedHtml(html), 'text/html');
      return [...body.querySelectorAll('hr')].map((hr) => hr.previousElementSibling?.textContent);
    };
    const [a, b, c] = ['<p>Un.</p>', '<p>Deux.</p>', '<p>Trois.</p>'];
    expect(breaksOf(`${a}${b}${blank}${c}${a}`)).toEqual(['Deux.']);
    expect(breaksOf(`${a}${blank}${b}${blank}${c}${blank}${a}`)).toEqual([]);
    expect(breaksOf(`${a}${blank}${b}${blank}${blank}${c}${blank}${a}`)).toEqual(['Deux.']);
    expect(breaksOf(`<h2>Titre</h2>${blank}${a}${b}${blank}<hr>${blank}${c}${blank}`)).toEqual([
      'Deux.',
    ]);
  },
);

test('blank lines of line breaks alone, and at the edges of paragraphs, are the same', () => {
  const bare = 'Un.<br>Deux.<br><br>Trois.<br><br>Quatre.';
  expect(cleanPastedHtml(bare)).toBe('Un.<br>Deux.<p></p>Trois.<p></p>Quatre.');
  const edges = '<p>Un.</p><p>Deux.<br><br></p><p>Trois.</p><p>Quatre.</p>';
  expect(cleanPastedHtml(edges)).toBe('<p>Un.</p><p>Deux.</p><hr><p>Trois.</p><p>Quatre.</p>');
});

test('a centred line and a cell over several columns stay so', () => {
  const pasted =
    "<p class=MsoNormal align=center style='text-align:center'>a</p><p style='text-align: center'>b</p>" +
    '<table style="width:1px"><tr><td colspan=2 style="x">c</td><td>d</td></tr></table>';
  expect(cleanPastedHtml(pasted)).toBe(
    '<p class="centered">a</p><p class="centered">b</p><table><tbody><tr><td colspan="2">c</td><td>d</td></tr></tbody></table>',
  );
});

test('what is hidden in print alone stays, and what its own style shows', () => {
  const pasted =
    '<style>@media print { .a { display: none } } .b { display: none } @page x { margin: 1cm }</style>' +
    '<p class="a">a</p><p class="b" style="display: block">b</p><p class="b">c</p>';
  // The third leaves its place, for the report of the paste.
  expect(cleanPastedHtml(pasted)).toBe(
    '<p>a</p><p>b</p><span data-paste="hidden" data-shown="c"></span>',
  );
});

test('what Word says of other scripts says nothing of these words', () => {
  const pasted = "<span style='mso-bidi-font-weight:bold;mso-bidi-font-style:italic'>a</span>";
  expect(cleanPastedHtml(pasted)).toBe('<span>a</span>');
});

test('the wrapper of Google Docs is not bold', () => {
  const pasted = '<b style="font-weight:normal;" id="docs-internal-guid-1"><p>a</p></b>';
  expect(cleanPastedHtml(pasted)).toBe('<p>a</p>');
});

test('bullets that Word draws are no text', () => {
  const pasted = '<p><!--[if !supportLists]--><span>·&nbsp;</span><!--[endif]-->Un point</p>';
  expect(cleanPastedHtml(pasted)).toBe('<p>Un point</p>');
});

test.each(['·', '1.'])('%s that Word marks as drawn is no text, without comments too', (sign) => {
  const drawn = `<span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>`;
  const pasted = `<p class=MsoListParagraph><span style='font-family:Symbol'>${drawn}</span>Un point</p>`;
  expect(cleanPastedHtml(pasted)).toBe('<p data-paste="item"><span></span>Un point</p>');
});

test('words that look like attributes stay', () => {
  expect(cleanPastedHtml('<p>Il écrit style="x" et lang="fr".</p>')).toBe(
    '<p>Il écrit style="x" et lang="fr".</p>',
  );
});

test('what our editor copied stays as it is', () => {
  const copied = '<p data-pm-slice="1 1 []" lang="en">a</p>';
  expect(cleanPastedHtml(copied)).toBe(copied);
});

test('a link whose word is made of Roman digits is no note', () => {
  const pasted = '<p>Voir <a href="#regles">ici</a>.</p><p id="regles">Les règles.</p>';
  expect(cleanPastedHtml(pasted)).toContain('ici');
  expect(cleanPastedHtml(pasted)).toMatch(/Les règles\.<\/p>$/);
});

test('a line break of a web page that also ends what floats stays a line break', () => {
  const pasted = '<p>Vers un<br clear="all">Vers deux</p>';
  expect(cleanPastedHtml(pasted)).toBe('<p>Vers un<br>Vers deux</p>');
});

test('a word before a floating picture of LibreOffice and the one after it stay two', () => {
  const pasted =
    '<meta name="generator" content="LibreOffice 7.4"><body><p>mot<img src="x">\n  <br clear="left"/>\n</img>\n suite</p></body>';
  const { body } = new DOMParser().parseFromString(cleanPastedHtml(pasted), 'text/html');
  expect(body.textContent).toMatch(/^mot\s+suite$/);
});

test('two quotations side by side are two, but LibreOffice has one for each paragraph', () => {
  const quotes = '<blockquote>Un</blockquote><blockquote>Deux</blockquote>';
  expect(cleanPastedHtml(quotes)).toBe(quotes);
  const recorded = `<meta name="generator" content="LibreOffice 7.4"><body>${quotes}</body>`;
  const { body } = new DOMParser().parseFromString(cleanPastedHtml(recorded), 'text/html');
  expect(body.querySelectorAll('blockquote')).toHaveLength(1);
  expect(body.querySelectorAll('blockquote > p')).toHaveLength(2);
});
