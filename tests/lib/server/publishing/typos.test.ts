import { describe, expect, test } from 'vitest';
import { markOf } from '#shared/text/text-mark.ts';
import { drawChapter } from '#shared/text/chapter-markup.ts';
import { correctText } from '#server/publishing/typos/correct-text.ts';
import { findWords, quoteAround } from '#server/community/typos/find-words.ts';
import { splitBlocks } from '#server/community/typos/text-letters.ts';

/** A report of words in the nth paragraph, at their first place in the words that readers see. */
function report(html: string, paragraph: number, wrong: string, nth = 0) {
  const span = splitBlocks(html)[paragraph];
  const drawn = drawChapter(html.slice(span?.from, span?.to), 'fr');
  const plain = (from: string) =>
    from
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<');
  const seen = plain(drawn.replaceAll(/<sup><a[\s\S]*?<\/sup>/g, ''));
  const mark = markOf(plain(drawn.replaceAll(/<sup>[\s\S]*?<\/sup>/g, '')));
  let at = -1;
  for (let n = 0; n <= nth; n++) at = seen.indexOf(wrong, at + 1);
  if (at === -1) throw new Error(`“${wrong}” is not in “${seen}”`);
  const start = Array.from(seen.slice(0, at).replaceAll(/\s/g, '')).length;
  return { paragraph, mark, start, wrong };
}

/** The text once a report of it is accepted; why it is not, where it cannot be. */
function accept(html: string, reported: ReturnType<typeof report>, correction: string, now = html) {
  const around = quoteAround(html, 'fr', reported);
  if (!around) throw new Error('the words are not in the text');
  const search = findWords(now, 'fr', { ...reported, ...around });
  if (search.kind !== 'found') return search.kind;
  return correctText(now, search, { wrong: reported.wrong, correction }) ?? 'formatted';
}

test('quotes the paragraph as readers see it, on both sides of the words', () => {
  const html = '<p>Rien.</p><p>Il vit "deux chevals" au XIXe siècle... seul.</p>';
  expect(quoteAround(html, 'fr', report(html, 1, 'chevals'))).toEqual({
    before: ' Il vit «\u202Fdeux ',
    after: '\u202F» au XIXe\u00A0siècle… seul. ',
  });
});

test('finds no words that are not there, and none in another paragraph', () => {
  const html = '<p>Un chat.</p><p>Un chien.</p>';
  const known = report(html, 0, 'chat');
  expect(quoteAround(html, 'fr', { ...known, wrong: 'chien' })).toBeNull();
  expect(quoteAround(html, 'fr', { ...known, mark: known.mark + 1 })).toBeNull();
  expect(quoteAround(html, 'fr', { ...known, start: known.start + 1 })).toBeNull();
});

describe('accepts', () => {
  test.each([
    ['a word', '<p>Les chevals.</p>', 'chevals', 'chevaux', '<p>Les chevaux.</p>'],
    ['a word too many', '<p>Il est est là.</p>', 'est est', 'est', '<p>Il est là.</p>'],
    ['a word that is missing', '<p>Il a vu.</p>', 'a vu', 'n’a pas vu', '<p>Il n’a pas vu.</p>'],
    [
      'a mark the wrong way round',
      '<p>“Bonjour“, puis sort.</p>',
      'Bonjour“, puis',
      'Bonjour”, puis',
      '<p>“Bonjour”, puis sort.</p>',
    ],
    ['a missing space', '<p>Ilest là.</p>', 'Ilest', 'Il est', '<p>Il est là.</p>'],
    [
      'a space too many',
      '<p>Auj ourd’hui.</p>',
      'Auj ourd’hui',
      'Aujourd’hui',
      '<p>Aujourd’hui.</p>',
    ],
    ['the first word', '<p>les chats.</p>', 'les', 'Les', '<p>Les chats.</p>'],
    ['the last word', '<p>Les chat</p>', 'chat', 'chats', '<p>Les chats</p>'],
    [
      'words with typography that is not stored',
      '<p>"L\'homme arive... Quoi ?" dit-il.</p>',
      'L’homme arive… Quoi\u202F?',
      'L’homme arrive… Quoi\u202F?',
      '<p>"L\'homme arrive... Quoi ?" dit-il.</p>',
    ],
    [
      'an ordinal',
      '<p>Au XIXe siecle.</p>',
      'XIXe siecle',
      'XIXe siècle',
      '<p>Au XIXe siècle.</p>',
    ],
    [
      'a word within an emphasis',
      '<p>Un <em>grant</em> chat.</p>',
      'Un grant',
      'Un grand',
      '<p>Un <em>grand</em> chat.</p>',
    ],
    [
      'a word before the marker of a note',
      '<p>Le chta<sup><a href="#note-1">1</a></sup> dort.</p><aside id="note-1"><p>Un chta.</p></aside>',
      'chta dort',
      'chat dort',
      '<p>Le chat<sup><a href="#note-1">1</a></sup> dort.</p><aside id="note-1"><p>Un chta.</p></aside>',
    ],
    [
      'signs of HTML',
      '<p>A &amp; B &lt; D.</p>',
      'A & B < D.',
      'A & "C" < D.',
      '<p>A &amp; &quot;C&quot; &lt; D.</p>',
    ],
    ['letters beyond 16 bits', '<p>🦊🦊 et chta.</p>', 'chta', 'chat', '<p>🦊🦊 et chat.</p>'],
  ])('%s', (_, html, wrong, correction, after) => {
    expect(accept(html, report(html, 0, wrong), correction)).toBe(after);
  });

  test('the second of two equal words, and only in that paragraph', () => {
    const html = '<h2>Un mot</h2>\n<p>Le mot, le mot.</p>\n<p>Le mot, le mot.</p>\n';
    const reported = report(html, 2, 'mot', 1);
    expect(accept(html, reported, 'port')).toBe(
      '<h2>Un mot</h2>\n<p>Le mot, le mot.</p>\n<p>Le mot, le port.</p>\n',
    );
  });

  test('words whose paragraph has moved, or was changed elsewhere', () => {
    const html = '<p>La mer montait sur le sable et les chevals fuyaient.</p>';
    const reported = report(html, 0, 'chevals');
    const moved = `<p>Avant.</p><p>Les chevals.</p>${html}`;
    expect(accept(html, reported, 'chevaux', moved)).toBe(
      moved.replace('les chevals', 'les chevaux'),
    );
    const edited = moved.replace('sable', 'rivage');
    expect(accept(html, reported, 'chevaux', edited)).toBe(
      edited.replace('les chevals', 'les chevaux'),
    );
  });
});

describe('leaves to the editor', () => {
  const html = '<p>La mer montait sur le sable et les chevals fuyaient.</p>';
  const reported = report(html, 0, 'chevals');

  test('words that are gone', () => {
    const corrected = html.replace('chevals', 'chevaux');
    expect(accept(html, reported, 'chevaux', corrected)).toBe('gone');
    expect(accept(html, reported, 'chevaux', '<p>Les chevals dorment.</p>')).toBe('gone');
    expect(accept(html, reported, 'chevaux', html.replace('chevals', 'chevalset'))).toBe('gone');
  });

  test('words that are in two places by now', () => {
    const edited = html.replace('fuyaient', 'fuyaient, les chevals');
    expect(accept(html, reported, 'chevaux', edited)).toBe('ambiguous');
    const twice = html.replace('sable', 'rivage');
    expect(accept(html, reported, 'chevaux', twice + twice)).toBe('ambiguous');
  });

  test('a change over the edge of an emphasis', () => {
    const text = '<p>Un tres <em>tres</em> grand chat.</p>';
    expect(accept(text, report(text, 0, 'tres tres grand'), 'grand')).toBe('formatted');
  });
});

test('counts blocks as a page has them: breaks, tables, boxes and pictures, without notes', () => {
  const blocks = [
    '<p>Un<br>deux.</p>',
    '<hr>',
    '<blockquote><p>Cité.</p><p>Encore.</p></blockquote>',
    '<table><tr><th>A</th><td>B</td></tr></table>',
    '<div class="box"><p>C.</p></div>',
    '<figure><img data-picture="a" alt="" width="1" height="1"></figure>',
  ];
  const html = `${blocks.join('\n')}\n<aside id="note-1"><p>Note.</p></aside>`;
  expect(splitBlocks(html).map(({ from, to }) => html.slice(from, to))).toEqual(blocks);
});
